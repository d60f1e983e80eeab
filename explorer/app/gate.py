"""The gate before the app: pages of other origins get no connection, and how the server runs is told to nobody.

Streamlit connects every page of this computer, whatever its port, and so any local server's.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

_CLOSED = "/_stcore/metrics"


class Gate:
    """An ASGI middleware that refuses websockets of other origins than the app's own and those of `--origin`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "websocket" and not _is_welcome(Headers(scope=scope)):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http" and scope["path"].endswith(_CLOSED):
            await PlainTextResponse("Not Found", 404)(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _is_welcome(headers: Headers) -> bool:
    """Return whether a page may connect: programs that are no browser send no origin."""
    origin = headers.get("origin")
    if origin is None or urlsplit(origin).netloc == headers.get("host"):
        return True
    return origin in config.get_option("server.corsAllowedOrigins")
