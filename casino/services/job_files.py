"""Files made by jobs: kept for a week, since a job can make them again at any time."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from casino.models import JobFile
from casino.transactions import use_case

KEPT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class File:
    """A job's result as a file instead of JSON; `media_type` is its MIME type."""

    name: str
    media_type: str
    content: bytes


def keep(job_id: int, file: File) -> Mapping[str, Any]:
    """Store the file in the transaction that finishes the job; returns the job's JSON result."""
    sha256 = hashlib.sha256(file.content).hexdigest()
    JobFile.objects.create(
        job_id=job_id, name=file.name, media_type=file.media_type, content=file.content, sha256=sha256
    )
    return {"file": file.name, "media_type": file.media_type, "bytes": len(file.content), "sha256": sha256}


@use_case(None)
def forget() -> int:
    """Delete files older than a week and return their number.  The job stays, with the file's digest."""
    deleted, _by_model = JobFile.objects.filter(made_at__lt=Now() - KEPT).delete()
    return deleted
