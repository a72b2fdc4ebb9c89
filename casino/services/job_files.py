"""Files made by jobs: kept for a week, since a job can make them again at any time."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.db.models.functions import Now

from casino.models import JobFile, JobFilePart
from casino.transactions import use_case

KEPT = timedelta(days=7)


PART_BYTES: Final = 1 << 18
"""How much of a large file a process holds at once, also for a client that does not read on."""


@dataclass(frozen=True, slots=True)
class File:
    """A job's result as a file instead of JSON; `media_type` is its MIME type.

    `path`: of a large file, where the worker wrote it, instead of `content`; it is deleted once it is kept.
    """

    name: str
    media_type: str
    content: bytes = b""
    path: Path | None = None


def keep(job_id: int, file: File) -> Mapping[str, Any]:
    """Store the file in the transaction that finishes the job; returns the job's JSON result."""
    if file.path is not None:
        return _keep_large(job_id, file, file.path)
    sha256 = hashlib.sha256(file.content).hexdigest()
    JobFile.objects.create(
        job_id=job_id, name=file.name, media_type=file.media_type, content=file.content, sha256=sha256
    )
    return {"file": file.name, "media_type": file.media_type, "bytes": len(file.content), "sha256": sha256}


def _keep_large(job_id: int, file: File, path: Path) -> Mapping[str, Any]:
    """The same of a file on the disk, piece by piece."""
    with path.open("rb") as written:
        sha256 = hashlib.file_digest(written, "sha256").hexdigest()
    made = JobFile.objects.create(job_id=job_id, name=file.name, media_type=file.media_type, content=b"", sha256=sha256)
    with path.open("rb") as written:
        for position, part in enumerate(iter(partial(written.read, PART_BYTES), b"")):
            JobFilePart.objects.create(file=made, position=position, content=part)
    size = path.stat().st_size
    path.unlink()
    return {"file": file.name, "media_type": file.media_type, "bytes": size, "sha256": sha256}


def parts(made: JobFile) -> Iterator[bytes]:
    """The file's bytes, a piece at a time."""
    if made.content:
        yield bytes(made.content)
        return
    rows = JobFilePart.objects.filter(file=made).order_by("position")
    for pk in list(rows.values_list("pk", flat=True)):
        yield bytes(JobFilePart.objects.get(pk=pk).content)


@use_case(None)
def forget() -> int:
    """Delete files older than a week and return their number.  The job stays, with the file's digest."""
    deleted, _by_model = JobFile.objects.filter(made_at__lt=Now() - KEPT).delete()
    return deleted
