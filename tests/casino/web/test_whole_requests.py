"""A thread has a request once it arrived whole, within limits, and an answer leaves without one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from casino import health, whole_requests
from casino.pages import errors
from casino.whole_requests import WholeRequests
from tests.patience import PATIENCE_S

THREADS = 2
PARTS = 100

seen: list[bytes] = []
parts: list[str] = []


@csrf_exempt
def repeat(request: HttpRequest) -> HttpResponse:
    seen.append(request.body)
    return HttpResponse(f"{request.META['CONTENT_LENGTH']} {len(request.body)}")


def download(_request: HttpRequest) -> StreamingHttpResponse:
    def made() -> Iterator[bytes]:
        try:
            for number in range(PARTS):
                parts.append(f"part {number}")
                yield b"x" * 1000
        finally:
            parts.append("closed")

    return StreamingHttpResponse(made())


urlpatterns = [path("healthz", health.alive), path("api/v1/repeat/", repeat), path("api/v1/download/", download)]
handler404 = errors.not_found


@pytest.fixture
def handler(settings: Any) -> Iterator[WholeRequests]:
    settings.ROOT_URLCONF = __name__
    seen.clear()
    parts.clear()
    handler = WholeRequests(THREADS)
    yield handler
    handler._threads.shutdown()


class Client:
    """A client of the application: what it sends it is told to send; it reads so many messages, and then no more."""

    def __init__(
        self,
        handler: WholeRequests,
        address: str,
        *,
        length: int | None = None,
        chunks: bool = False,
        reads: int = 10_000,
    ) -> None:
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"accept-language", b"en")]
        headers += [(b"content-length", b"%d" % length)] if length is not None else []
        headers += [(b"transfer-encoding", b"chunked")] if chunks else []
        self.scope = {
            "type": "http", "http_version": "1.1", "scheme": "http", "method": "POST" if length or chunks else "GET",
            "path": address, "root_path": "", "query_string": b"", "headers": headers,
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        }  # fmt: skip
        self.sent: list[Mapping[str, Any]] = []
        self.reads = asyncio.Semaphore(reads)
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.served = asyncio.ensure_future(handler(self.scope, self._incoming.get, self._take))

    async def _take(self, message: Mapping[str, Any]) -> None:
        await self.reads.acquire()
        self.sent.append(message)

    def sends(self, body: bytes, *, more: bool = False) -> "Client":
        self._incoming.put_nowait({"type": "http.request", "body": body, "more_body": more})
        return self

    def goes(self) -> None:
        """Its connection ends, and no message waits for it."""
        self._incoming.put_nowait({"type": "http.disconnect"})
        for _ in range(PARTS):
            self.reads.release()

    async def answer(self) -> tuple[int, bytes]:
        """Status and body, once all of it was sent."""
        await asyncio.wait_for(self.served, PATIENCE_S)
        start, *bodies = self.sent
        return start["status"], b"".join(one.get("body", b"") for one in bodies)


@asynccontextmanager
async def ended(clients: list[Client]) -> AsyncIterator[list[Client]]:
    """Clients that go away at the end of the block."""
    yield clients
    for client in clients:
        client.goes()
    await asyncio.wait_for(asyncio.gather(*(client.served for client in clients)), PATIENCE_S)


def run(story: Callable[[], Awaitable[None]]) -> None:
    with ThreadPoolExecutor(1) as own:  # a browser's test before it leaves a loop running in this thread
        own.submit(lambda: asyncio.run(asyncio.wait_for(story(), PATIENCE_S))).result()  # type: ignore[arg-type]


class TestBodies:
    def test_more_half_sent_ones_than_threads_hold_up_nobody(self, handler: WholeRequests) -> None:
        async def story() -> None:
            stalled = [Client(handler, "/api/v1/repeat/", length=10).sends(b"half", more=True) for _ in range(9)]
            stalled += [Client(handler, "/api/v1/repeat/", chunks=True).sends(b"half", more=True) for _ in range(9)]
            async with ended(stalled):
                assert await Client(handler, "/healthz").answer() == (200, b"ok")
                whole = Client(handler, "/api/v1/repeat/", length=5).sends(b"whole", more=True)
                assert await whole.answer() == (200, b"5 5")
                assert not any(client.served.done() for client in stalled)
            assert not any(client.sent for client in stalled), "nobody is there to be told"

        run(story)
        assert seen == [b"whole"], "no view has seen half a body"

    def test_one_that_comes_in_pieces_is_whole_and_has_its_length(self, handler: WholeRequests) -> None:
        """Django and DRF take a request without a length for one without a body."""

        async def story() -> None:
            client = Client(handler, "/api/v1/repeat/", chunks=True)
            client.sends(b"one", more=True).sends(b"", more=True).sends(b"two", more=True).sends(b"")
            assert await client.answer() == (200, b"6 6")

        run(story)
        assert seen == [b"onetwo"]

    @pytest.mark.parametrize("more", [True, False])
    def test_one_whose_client_went_away_is_not_used(self, handler: WholeRequests, more: bool) -> None:
        async def story() -> None:
            client = Client(handler, "/api/v1/repeat/", length=10).sends(b"half", more=more)
            client.goes()
            await asyncio.wait_for(client.served, PATIENCE_S)
            assert client.sent == []

        run(story)
        assert seen == []

    @pytest.mark.parametrize("chunks", [True, False])
    def test_one_that_is_too_slow_is_refused(
        self, handler: WholeRequests, chunks: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """RFC 9110, 15.5.9."""
        monkeypatch.setattr(whole_requests, "BODY_S", 0.01)

        async def story() -> None:
            client = Client(handler, "/api/v1/repeat/", length=None if chunks else 10, chunks=chunks)
            status, problem = await client.sends(b"half", more=True).answer()
            assert status == 408
            assert b'"code":"too_slow"' in problem
            assert b"did not arrive whole in time" in problem

        run(story)
        assert seen == []

    @pytest.mark.parametrize("announced", [True, False])
    def test_one_that_is_too_large_is_refused_before_it_is_read(
        self, handler: WholeRequests, announced: bool, settings: Any
    ) -> None:
        """RFC 9110, 15.5.14."""
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100

        async def story() -> None:
            client = Client(handler, "/api/v1/repeat/", length=101 if announced else None, chunks=not announced)
            if not announced:
                client.sends(b"x" * 60, more=True).sends(b"x" * 60, more=True)
            status, problem = await client.answer()
            assert status == 413
            assert b'"code":"too_large"' in problem

        run(story)
        assert seen == []

    def test_few_large_ones_are_held_at_a_time(self, handler: WholeRequests, monkeypatch: pytest.MonkeyPatch) -> None:
        """All that may be open at once would be more than a process has memory for; small ones pass."""
        monkeypatch.setattr(whole_requests, "SMALL_BYTES", 10)

        async def story() -> None:
            large = [
                Client(handler, "/api/v1/repeat/", length=20).sends(b"x" * 15, more=True)
                for _ in range(whole_requests.LARGE_AT_ONCE)
            ]
            async with ended(large):
                waiting = Client(handler, "/api/v1/repeat/", length=20).sends(b"y" * 15, more=True).sends(b"y" * 5)
                small = Client(handler, "/api/v1/repeat/", length=5).sends(b"small")
                assert await small.answer() == (200, b"5 5")
                assert not waiting.served.done()
                large[0].sends(b"x" * 5)
                assert await large[0].answer() == (200, b"20 20")
                assert await waiting.answer() == (200, b"20 20")

        run(story)


class TestAnswers:
    def test_more_unread_ones_than_threads_hold_up_nobody(self, handler: WholeRequests) -> None:
        async def story() -> None:
            unread = [Client(handler, "/api/v1/download/", reads=2).sends(b"") for _ in range(9)]
            async with ended(unread):
                while any(len(client.sent) < 2 for client in unread):
                    await asyncio.sleep(0)
                assert await Client(handler, "/healthz").answer() == (200, b"ok")
                assert not any(client.served.done() for client in unread)

        run(story)
        assert parts.count("closed") == 9
        assert len(parts) <= 9 * 3, "none is made ahead, and none for a client that has gone"

    def test_one_is_sent_part_by_part_and_closed(self, handler: WholeRequests) -> None:
        async def story() -> None:
            client = Client(handler, "/api/v1/download/").sends(b"")
            assert await client.answer() == (200, b"x" * 1000 * PARTS)
            assert len(client.sent) == PARTS + 2

        run(story)
        assert parts == [*(f"part {number}" for number in range(PARTS)), "closed"]

    def test_an_address_that_cannot_be_read_is_refused(self, handler: WholeRequests) -> None:
        async def story() -> None:
            client = Client(handler, "/healthz")
            client.scope["query_string"] = b"\xff"
            assert (await client.answer())[0] == 400

        run(story)
