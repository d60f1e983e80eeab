"""The door of a room: beyond its capacity nobody else gets a session of the whole program."""

from __future__ import annotations

import html

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from explorer.room.class_page import CLASS
from explorer.room.limits import Capacity

_STREAM = "/_stcore/stream"  # the connection of a session
_OF_STREAMLIT = ("/_stcore/", "/static/", "/media/", "/component/")
_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>Game Graph Explorer</title><p>{sentence}</p>"
    '<p><a href="{path}">Follow the class</a>, where there is always room.</html>'
)


class Door:
    """An ASGI middleware that counts sessions and refuses new ones in one sentence beyond the capacity."""

    def __init__(self, app: ASGIApp, capacity: Capacity, class_path: str) -> None:
        self.app = app
        self._capacity = capacity
        self._class_path = class_path
        self._sessions = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "websocket" and scope["path"].endswith(_STREAM):
            await self._let_in(scope, receive, send)
        elif self._is_page(scope) and (sentence := self._capacity.refusal(self._sessions)):
            body = _PAGE.format(sentence=html.escape(sentence), path=html.escape(self._class_path))
            await HTMLResponse(body, 503)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the connection of a session while there is room for it."""
        if self._capacity.refusal(self._sessions):
            await receive()
            await send({"type": "websocket.close", "code": 1013})
            return
        self._sessions += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sessions -= 1

    def _is_page(self, scope: Scope) -> bool:
        """Return whether a request is for a page of the program, with which a session begins."""
        if scope["type"] != "http" or scope["path"].startswith((*_OF_STREAMLIT, CLASS)):
            return False
        return "text/html" in Headers(scope=scope).get("accept", "")
