"""The room of this process: its routes and its limits, if the command `serve` began it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.middleware import Middleware
    from starlette.routing import BaseRoute

    from explorer.room.desk import Desk

ROOM = "GAME_GRAPH_EXPLORER_ROOM"  # of the environment of the server: the file of its room
_SWITCH_INTERVAL = 0.0001  # seconds: after each of 200 messages the room waits so long for a session that computes
_desk: Desk | None = None


@dataclass(frozen=True)
class ClassRoom:
    """The parts of a room in a server.

    Attributes
    ----------
    open, close : called by the server's thread when the server begins, and at its end.
    """

    routes: Sequence[BaseRoute] = ()
    middleware: Sequence[Middleware] = ()
    open: Callable[[], None] = lambda: None
    close: Callable[[], None] = lambda: None


def begin() -> ClassRoom:
    """Open the room that the environment names, and have its limits hold in this process; without one do nothing."""
    global _desk  # noqa: PLW0603  # one process has one room, whatever the thread
    path = os.environ.get(ROOM)
    if not path:
        return ClassRoom()
    from starlette.middleware import Middleware

    from explorer.model.work_limits import set_work_limits
    from explorer.room.desk import Desk
    from explorer.room.door import Door
    from explorer.room.limits import WORK, Capacity
    from explorer.room.room import LiveRoom
    from explorer.room.routes import room_routes
    from explorer.room.store import RoomStore

    sys.setswitchinterval(_SWITCH_INTERVAL)
    store = RoomStore(Path(path))
    set_work_limits(WORK)
    capacity = Capacity(int(store.setting("sessions")), float(store.setting("memory")))
    door = Middleware(Door, capacity=capacity, store=store)
    room = LiveRoom(store)
    _desk = Desk(room)
    return ClassRoom(room_routes(room, _desk), [door], _desk.open, store.close)


def desk() -> Desk | None:
    """Return the desk of the room in this process, None without a room."""
    return _desk
