"""Files that jobs make: kept beside the job for a week, since what they show can be made anew at any time."""

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
    """What a kind of work makes instead of a result in JSON; `media_type` is a browser's word for what it is."""

    name: str
    media_type: str
    content: bytes


def keep(job_id: int, file: File) -> Mapping[str, Any]:
    """Put it beside its job, in the transaction that says the job is done; gives the job's result."""
    sha256 = hashlib.sha256(file.content).hexdigest()
    JobFile.objects.create(
        job_id=job_id, name=file.name, media_type=file.media_type, content=file.content, sha256=sha256
    )
    return {"file": file.name, "media_type": file.media_type, "bytes": len(file.content), "sha256": sha256}


@use_case
def forget() -> int:
    """Delete files older than a week; gives how many.  The job stays, with the digest of what it made."""
    deleted, _by_model = JobFile.objects.filter(made_at__lt=Now() - KEPT).delete()
    return deleted
