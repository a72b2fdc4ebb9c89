"""A ban file that answers over HTTP while a test runs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tools.practice_ban_file import Script, server


@contextmanager
def serving(script: Script, certificate: str = "") -> Iterator[str]:
    """The service as long as the block runs; gives its address."""
    made = server(script, certificate=certificate)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"{'https' if certificate else 'http'}://localhost:{made.server_address[1]}"
    finally:
        made.shutdown()
        made.server_close()
        thread.join()
