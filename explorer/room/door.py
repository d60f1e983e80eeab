"""The door of a room: beyond its capacity nobody else gets a session, and each browser gets a name in a cookie."""

from __future__ import annotations

import html

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer.room.class_page import CLASS
from explorer.room.limits import Capacity
from explorer.room.store import RoomStore

BROWSER = "class-browser"  # the cookie
_STREAM = "/_stcore/stream"  # the connection of a session
_OF_STREAMLIT = ("/_stcore/", "/static/", "/media/", "/component/")
_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>Game Graph Explorer</title><p>{sentence}</p>"
    '<p><a href="{path}">Follow the class</a>, where there is always room.</html>'
)


class Door:
    """An ASGI middleware that counts sessions and refuses new ones in one sentence beyond the capacity.

    A browser without a name of this room gets one, by which its graph replaces the one that it handed in before.
    """

    def __init__(self, app: ASGIApp, capacity: Capacity, store: RoomStore) -> None:
        self.app = app
        self._capacity = capacity
        self._class_path = f"{CLASS}{store.code}"
        self._store = store
        self._sessions = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "websocket" and scope["path"].endswith(_STREAM):
            await self._let_in(scope, receive, send)
        elif self._is_page(scope) and (sentence := self._capacity.refusal(self._sessions)):
            body = _PAGE.format(sentence=html.escape(sentence), path=html.escape(self._class_path))
            await HTMLResponse(body, 503)(scope, receive, send)
        elif self._is_page(scope) and not self._store.voter_id(HTTPConnection(scope).cookies.get(BROWSER, "")):
            await self.app(scope, receive, self._with_name(send))
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

    def _with_name(self, send: Send) -> Send:
        """Return a `Send` that gives the browser a name, which no script of a page can read."""

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = f"{BROWSER}={self._store.new_voter()}; Path=/; HttpOnly; SameSite=Lax"
                MutableHeaders(scope=message).append("Set-Cookie", cookie)
            await send(message)

        return send_named

    def _is_page(self, scope: Scope) -> bool:
        """Return whether a request is for a page of the program, with which a session begins."""
        if scope["type"] != "http" or scope["path"].startswith((*_OF_STREAMLIT, CLASS)):
            return False
        return "text/html" in Headers(scope=scope).get("accept", "")
