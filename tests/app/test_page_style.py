"""The server puts the style into every page, and leaves all else as it is."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.responses import JSONResponse, Response
from starlette.types import Message

from explorer.app.page_style import PageStyle

PAGE = "<html><head><title>♟</title></head><body></body></html>"


def ask(answer: Response, **headers: str) -> tuple[dict[bytes, bytes], bytes, list[Any]]:
    """The headers and the body of an answer that went through the middleware, and the headers that the app was sent."""
    asked: list[Any] = []
    sent: list[Message] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        asked.extend(name for name, _ in scope["headers"])
        await answer(scope, receive, send)

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": pairs}
    with ThreadPoolExecutor() as threads:  # in which no loop of events runs, as one does in this thread for the browser
        threads.submit(asyncio.run, PageStyle(app)(scope, receive, send)).result()
    return dict(sent[0]["headers"]), b"".join(each.get("body", b"") for each in sent[1:]), asked


def test_a_page_gets_the_style_at_the_end_of_its_head():
    headers, body, asked = ask(
        Response(PAGE, media_type="text/html", headers={"etag": "x"}),
        accept="text/html,*/*",
        if_none_match="x",
        accept_encoding="gzip",
    )
    head, rest = body.decode().split("</head>")
    assert head.startswith("<html><head><title>♟</title><style>")
    assert ".st-key-screen" in head
    assert "</style><script>" in head
    assert head.endswith("</script>")
    assert rest == "<body></body></html>"
    assert headers[b"content-length"] == str(len(body)).encode()
    assert b"etag" not in headers
    assert asked == [b"accept"]


@pytest.mark.parametrize(
    ("answer", "accept"),
    [
        (JSONResponse({"head": "</head>"}), "text/html"),
        (Response(PAGE, media_type="text/html", headers={"etag": "x"}), "application/json"),
    ],
)
def test_what_is_no_page_stays_as_it_is(answer: Response, accept: str):
    headers, body, _ = ask(answer, accept=accept)
    assert body == answer.body
    assert headers == dict(answer.raw_headers)
