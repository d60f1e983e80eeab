"""The style of the page and the scripts that run before all others, put into its head by the server.

Streamlit has no other way that is in time: a style that a script draws comes with the other elements, and a stage that
is there before it jumps when it comes.
"""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer.drawing import bundle

_STYLE = Path(__file__).with_name("page.css")
_SCRIPTS = ("page_base", "page_shape", "page_theme")
_HEAD_ENDS = b"</head>"
_DROPPED_HEADERS = (b"if-none-match", b"if-modified-since", b"accept-encoding")  # the page without its style, or packed


class PageStyle:
    """An ASGI middleware that puts style and script into every HTML page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        scripts = b"".join(b"<script>(() => {" + bundle.built(name).encode() + b"})()</script>" for name in _SCRIPTS)
        self.style = b"<style>" + _STYLE.read_bytes() + b"</style>" + scripts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as the app does, and add the style to a page."""
        if scope["type"] != "http" or "text/html" not in Headers(scope=scope).get("accept", ""):
            await self.app(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in _DROPPED_HEADERS]
        await self.app({**scope, "headers": headers}, receive, _PageStyler(send, self.style))


class _PageStyler:
    """A `Send` that adds the style to a page, once the page is complete."""

    def __init__(self, send: Send, style: bytes) -> None:
        self._send = send
        self._style = style
        self._start: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._finish(self._start)

    async def _finish(self, start: Message) -> None:
        """Send the page with the style in its head."""
        body = self._body.replace(_HEAD_ENDS, self._style + _HEAD_ENDS, 1)
        headers = MutableHeaders(raw=list(start["headers"]))
        headers["content-length"] = str(len(body))
        for name in ("etag", "last-modified"):
            if name in headers:
                del headers[name]
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})


def _is_page(message: Message) -> bool:
    """Return whether a message begins an HTML page that is not compressed."""
    headers = Headers(raw=list(message["headers"]))
    return headers.get("content-type", "").startswith("text/html") and "content-encoding" not in headers
