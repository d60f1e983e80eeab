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

ROOM = "GAME_GRAPH_EXPLORER_ROOM"  # of the environment of the server: the file of its room
_SWITCH_INTERVAL = 0.0001  # seconds: after each of 200 messages the room waits so long for a session that computes


@dataclass(frozen=True)
class ClassRoom:
    """The parts of a room in a server: its routes, its middleware, and the function that closes its file."""

    routes: Sequence[BaseRoute] = ()
    middleware: Sequence[Middleware] = ()
    close: Callable[[], None] = lambda: None


def begin() -> ClassRoom:
    """Open the room that the environment names, and have its limits hold in this process; without one do nothing."""
    path = os.environ.get(ROOM)
    if not path:
        return ClassRoom()
    from starlette.middleware import Middleware

    from explorer.model.work_limits import set_work_limits
    from explorer.room.class_page import CLASS
    from explorer.room.door import Door
    from explorer.room.limits import WORK, Capacity
    from explorer.room.room import LiveRoom
    from explorer.room.routes import room_routes
    from explorer.room.store import RoomStore

    sys.setswitchinterval(_SWITCH_INTERVAL)
    store = RoomStore(Path(path))
    set_work_limits(WORK)
    capacity = Capacity(int(store.setting("sessions")), float(store.setting("memory")))
    door = Middleware(Door, capacity=capacity, class_path=f"{CLASS}{store.code}")
    return ClassRoom(room_routes(LiveRoom(store)), [door], store.close)
