"""The routes of a room: the page of the class, the connection of those who follow, the votes, and the graphs."""

from __future__ import annotations

import asyncio
import html
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from explorer.model.errors import ExplorerError, sentence
from explorer.room.class_page import CLASS
from explorer.room.desk import Desk
from explorer.room.room import MOST_MESSAGE, Follower, LiveRoom, text_in
from explorer.room.store import RoomError

_HELLO_SECONDS = 10.0
_REFUSED = 1008  # the code that closes a connection because of what came over it
_HEAD = {"Content-Encoding": "gzip", "Cache-Control": "no-cache", "Referrer-Policy": "no-referrer"}
_ASK = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>Class</title><form action="/class"><p>{sentence}</p><label>Code of the class '
    '<input name="code" autofocus autocomplete="off" maxlength="6" size="8"></label> <button>Open</button></form>'
)


def room_routes(room: LiveRoom, desk: Desk) -> list[BaseRoute]:
    """Return the routes of a room and of its desk."""

    async def ask(request: Request) -> Response:
        code = request.query_params.get("code", "").strip().upper()
        if code == room.store.code:
            return RedirectResponse(f"{CLASS}{code}", 303)
        return _ask_for_code("There is no class with this code here." if code else "Which class do you want to join?")

    async def page(request: Request) -> Response:
        if request.path_params["code"].upper() != room.store.code:
            return _ask_for_code("There is no class with this code here.")
        return Response(room.store.page(), media_type="text/html", headers=_HEAD)

    async def votes(request: Request) -> Response:
        form = await _small_form(request)
        if not room.store.is_token(form):
            return Response("Only the lecturer can have the votes.", 403)
        head = {"Content-Disposition": 'attachment; filename="votes.csv"'}
        return Response(room.store.csv(), media_type="text/csv", headers=head)

    async def graph_page(request: Request) -> Response:
        code, id = request.path_params["code"], request.path_params["id"]
        if code.upper() != room.store.code or id != room.shown_id:
            return RedirectResponse(f"{CLASS}{code}", 303)
        return Response(room.store.hand_ins.page(), media_type="text/html", headers=_HEAD)

    async def graphs(request: Request) -> Response:
        try:
            message = _read_message(await _small_form(request))
            if not room.store.is_token(text_in(message, "token")):
                return Response("Only the lecturer can have the graphs of the class.", 403)
            await _do_at_desk(desk, message)
        except ExplorerError as error:
            return Response(sentence(error), 409)
        known = message.get("known")
        return JSONResponse(desk.entries({each for each in known if type(each) is int} if type(known) is list else ()))

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        if socket.path_params["code"].upper() != room.store.code:
            await _refuse(socket, "there is no class with this code here")
            return
        await _follow(room, socket)

    return [
        Route("/class", ask),
        Route(f"{CLASS}{{code}}", page),
        Route(f"{CLASS}{{code}}/votes.csv", votes, methods=["POST"]),
        Route(f"{CLASS}{{code}}/graphs", graphs, methods=["POST"]),
        Route(f"{CLASS}{{code}}/graphs/{{id:int}}", graph_page),
        WebSocketRoute(f"{CLASS}{{code}}/live", live),
    ]


def _ask_for_code(words: str) -> Response:
    status = 200 if words.endswith("?") else 404
    return HTMLResponse(_ASK.format(sentence=html.escape(words)), status)


async def _do_at_desk(desk: Desk, message: Mapping[str, Any]) -> None:
    """Show or remove the graph with the number in a message, or, if it names none, do nothing."""
    shown, removed = message.get("show"), message.get("remove")
    if type(shown) is int:
        await desk.show(shown)
    if type(removed) is int:
        desk.remove(removed)


async def _small_form(request: Request) -> str:
    """Return the body of a request, a token as text; "" for any longer one."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_MESSAGE:
            return ""
    return body.decode(errors="replace")


async def _follow(room: LiveRoom, socket: WebSocket) -> None:
    """Serve a follower until it goes, or says what nobody may say."""
    follower = Follower()
    try:
        room.enter(follower, await asyncio.wait_for(_message(socket), _HELLO_SECONDS))
    except (RoomError, TimeoutError) as error:
        await _refuse(socket, sentence(error) if isinstance(error, RoomError) else "the page sent no greeting")
        return
    except WebSocketDisconnect:
        return
    writer = asyncio.create_task(_write(follower, socket))
    try:
        await _listen(room, follower, socket)
    except RoomError as error:
        await _refuse(socket, sentence(error))
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(follower)
        writer.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writer


async def _listen(room: LiveRoom, follower: Follower, socket: WebSocket) -> None:
    """Take messages of a follower; refusals are sent to it, and a flood ends its connection."""
    while True:
        message = await _message(socket)
        if follower.is_too_busy(time.monotonic()):
            raise RoomError("this browser sends too many messages; reload the page")
        try:
            room.take(follower, message)
        except RoomError as error:
            follower.put("refusal", json.dumps({"refusal": sentence(error)}))


async def _write(follower: Follower, socket: WebSocket) -> None:
    """Send what is pending, whenever there is something."""
    while True:
        await follower.wakes.wait()
        follower.wakes.clear()
        texts, follower.messages = [*follower.messages.values()], {}
        for text in texts:
            await socket.send_text(text)


async def _message(socket: WebSocket) -> dict[str, Any]:
    """Return the next message of a browser.

    Raises
    ------
    RoomError
        If it is too long, or no JSON object.
    """
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    return _read_message(event.get("text") or "")


def _read_message(text: str) -> dict[str, Any]:
    """Return the JSON object in a text.

    Raises
    ------
    RoomError
        If the text is too long, or no JSON object.
    """
    if not 0 < len(text) <= MOST_MESSAGE:
        raise RoomError("this browser has sent a message that is too long; reload the page")
    with suppress(ValueError, RecursionError):
        if isinstance(message := json.loads(text), dict):
            return message
    raise RoomError("this browser has sent a message that cannot be read; reload the page")


async def _refuse(socket: WebSocket, words: str) -> None:
    """Say a sentence and end the connection."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(json.dumps({"end": words}))
        await socket.close(_REFUSED)
