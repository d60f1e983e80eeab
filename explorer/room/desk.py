"""The desk of a room: takes graphs from sessions of the program, and shows them to the lecturer and to all.

A session computes in a thread of its own; what it hands in is stored by the server's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

from explorer.room.hand_ins import HandIn
from explorer.room.room import LiveRoom
from explorer.room.store import RoomError

_PATIENCE = 20.0  # seconds of a session until the server has stored its graph


class Desk:
    """The graphs of the class while it is served."""

    def __init__(self, room: LiveRoom) -> None:
        self.room = room
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Take graphs from now on; called by the server's thread."""
        self._loop = asyncio.get_running_loop()

    def take(self, browser: str, session: str, hand_in: HandIn) -> None:
        """Store a graph from the thread of a session, in place of the earlier one of its browser.

        Parameters
        ----------
        browser : the name in the browser's cookie; `session` stands in its place if the door has not given it.

        Raises
        ------
        ExplorerError
            If the graph is refused, or the server is too busy.
        """
        if self._loop is None:
            raise RoomError("the class has not begun yet; hand the graph in again in a moment")
        storing = asyncio.run_coroutine_threadsafe(self._store(browser, session, hand_in), self._loop)
        try:
            storing.result(_PATIENCE)
        except TimeoutError:
            storing.cancel()
            raise RoomError("the server is too busy to take the graph; hand it in again") from None

    async def _store(self, browser: str, session: str, hand_in: HandIn) -> None:
        store = self.room.store
        store.hand_ins.put(store.voter_id(browser) or session, hand_in)
        self.room.tell_graphs()

    def entries(self, known: Collection[int] = ()) -> list[dict[str, Any]]:
        """Return the graphs for the lecturer's page, the newest first, without the pictures that it knows."""
        return [
            {
                "id": id,
                "title": each.title,
                "verdict": each.verdict,
                "isSound": each.is_sound,
                "picture": "" if id in known else each.picture,
                "alternative": each.alternative,
                "link": each.link,
            }
            for id, each in self.room.store.hand_ins.newest_first()
        ]

    async def show(self, id: int) -> None:
        """Open a graph for all; with the number 0 the lesson again.

        Raises
        ------
        ExplorerError
            If there is no such graph, or no page can be made of it.
        """
        page = b""
        if id:
            hand_in = self.room.store.hand_ins.find(id)
            if hand_in is None:
                raise RoomError("this graph is not there any more: another one has replaced it")
            page = await asyncio.to_thread(hand_in.page, self.room.store.setting("link"))
        self.room.turn_to(id, page)

    def remove(self, id: int) -> None:
        """Forget a graph."""
        self.room.store.hand_ins.remove(id)
        self.room.tell_graphs()
