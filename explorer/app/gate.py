"""The gate before the app: pages of other origins get no connection and no frame, and nobody gets its metrics.

Streamlit connects every page of this computer, whatever its port, and so any local server's.  A page that holds the app
in a frame could have its visitors click in it unawares, so only what *Embed* copies, which changes nothing, may be held
by all.
"""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config

_CLOSED = "/_stcore/metrics"


class Gate:
    """An ASGI middleware that opens the app to pages of its own origin and those of `--origin` alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "websocket" and not _may_connect(Headers(scope=scope)):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http" and scope["path"].endswith(_CLOSED):
            await PlainTextResponse("Not Found", 404)(scope, receive, send)
        elif scope["type"] == "http" and not _may_be_embedded(scope):
            await self.app(scope, receive, _with_frame_rule(send))
        else:
            await self.app(scope, receive, send)


def _may_connect(headers: Headers) -> bool:
    """Return whether a page may connect: programs that are no browser send no origin."""
    origin = headers.get("origin")
    if origin is None or urlsplit(origin).netloc == headers.get("host"):
        return True
    return origin in _allowed_origins()


def _allowed_origins() -> list[str]:
    """Return the origins of `--origin`."""
    return [*config.get_option("server.corsAllowedOrigins")]


def _may_be_embedded(scope: Scope) -> bool:
    """Return whether an address shows the stage alone, which pages everywhere may embed, also local files."""
    return parse_qs(scope["query_string"].decode("latin-1")).get("view") == ["only"]


def _with_frame_rule(send: Send) -> Send:
    """Return a `Send` that lets only the app's own origin and friends hold a page in a frame."""

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get("content-type", "").startswith("text/html"):
                headers.append("content-security-policy", " ".join(["frame-ancestors", "'self'", *_allowed_origins()]))
        await send(message)

    return send_guarded
