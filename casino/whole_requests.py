"""Requests that arrive whole, and within limits, before a thread has them; answers that leave without one.

A thread holds a connection to the database, so there are few.  A client that sends or reads slowly keeps an open
connection to this process, and nothing else (docs/decisions/whole-requests.md).
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from typing import Any, Final, TypeAlias, TypeVar

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections, reset_queries
from django.http import FileResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
Send: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[None]]
T = TypeVar("T")

BODY_S: Final = 10.0  # a body that is not there by then is refused; the server gives headers as long (`casino.web`)
SMALL_BYTES: Final = 64_000  # every form, and every command but a list of hands
LARGE_AT_ONCE: Final = 8  # larger ones, from their first byte beyond that until they are answered


class Shortfall(StrEnum):
    """Why a body is not whole."""

    TOO_LARGE = "too_large"
    TOO_SLOW = "too_slow"


@dataclass(frozen=True, slots=True)
class Body:
    """What arrived; with a `shortfall` it is not to be used."""

    content: bytes = b""
    shortfall: Shortfall | None = None


class WholeRequests(ASGIHandler):
    """Django for an event loop, whose requests are answered in threads, each in one of them to its end.

    Django's own handler reads a body of any size for any time, and answers every request of ours in one thread.
    """

    def __init__(self, threads: int) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware()  # for threads, where `ASGIHandler` loads it for the event loop
        self._threads = ThreadPoolExecutor(threads, "request")
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Receive, answer in a thread, send."""
        try:
            async with AsyncExitStack() as held:
                body = await self._received(scope, receive, held)
                response = await self._in_thread(lambda: self._answer(scope, body))
        except RequestAborted:
            return
        if not isinstance(response, StreamingHttpResponse):
            await self.send_response(response, send)
            return
        gone = asyncio.create_task(_gone(receive))
        try:
            response.streaming_content = self._parts(iter(response), gone)
            await self.send_response(response, send)
        finally:
            gone.cancel()
            await self._in_thread(response.close)

    async def _received(self, scope: Scope, receive: Receive, held: AsyncExitStack) -> Body:
        """The whole body, with a place among the large ones for as long as it is `held`.

        RequestAborted: the client went away before its end.
        """
        length, most = _length(scope), int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if length is not None and length > most:
            return Body(shortfall=Shortfall.TOO_LARGE)
        content, is_large, is_more = bytearray(), False, length != 0
        try:
            async with asyncio.timeout(BODY_S):
                while is_more:
                    part, is_more = await _part(receive)
                    content += part
                    if len(content) > most:
                        return Body(shortfall=Shortfall.TOO_LARGE)
                    if len(content) > SMALL_BYTES and not is_large:
                        await held.enter_async_context(self._large)
                        is_large = True
                    is_more = is_more and len(content) != length
        except TimeoutError:
            return Body(shortfall=Shortfall.TOO_SLOW)
        if length is not None and len(content) != length:
            raise RequestAborted
        return Body(bytes(content))

    def _answer(self, scope: Scope, body: Body) -> HttpResponseBase:
        """In a thread, what Django does there under WSGI; a streaming response is closed by its sender."""
        set_script_prefix(get_script_prefix(scope))
        reset_queries()
        close_old_connections()
        request, unreadable = self.create_request(_measured(scope, body), BytesIO(body.content))
        if request is None:
            assert unreadable is not None
            response = unreadable
        else:
            request.shortfall = body.shortfall  # type: ignore[attr-defined]
            response = self.get_response(request)
        response._handler_class = type(self)  # type: ignore[attr-defined]  # noqa: SLF001 -- as Django's handlers do
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not isinstance(response, StreamingHttpResponse):
            response.close()
        return response

    async def _parts(self, parts: Iterator[bytes], gone: "asyncio.Task[None]") -> AsyncIterator[bytes]:
        """Each part made in a thread, once the client has taken those before; to the end, or until it has gone."""
        while not gone.done() and (part := await self._in_thread(lambda: next(parts, None))) is not None:
            yield part

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _length(scope: Scope) -> int | None:
    """How long the body says that it is; None: it does not say."""
    headers = dict(scope["headers"])
    if length := headers.get(b"content-length"):
        return int(length)
    is_there = b"transfer-encoding" in headers or scope["http_version"] == "2"
    return None if is_there else 0


def _measured(scope: Scope, body: Body) -> Scope:
    """The request with the length that its body has: Django and DRF take one that does not say it for empty."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
    return scope | {"headers": [*headers, (b"content-length", b"%d" % len(body.content))]} if body.content else scope


async def _part(receive: Receive) -> tuple[bytes, bool]:
    """The next part of a body, and whether there is more of it."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise RequestAborted
    return message.get("body", b""), message.get("more_body", False)


async def _gone(receive: Receive) -> None:
    """Wait until the client goes away."""
    while (await receive())["type"] != "http.disconnect":
        pass
