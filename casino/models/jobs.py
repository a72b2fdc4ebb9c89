"""Jobs: request, progress and result of long work. The row is the queue, and holds the state."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff_or_none


class JobState(models.TextChoices):
    """queued → running → done | failed; a job whose worker was lost goes back to queued."""

    QUEUED = "queued", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Job(models.Model):
    """One job, about one house or (None) every house: `done` of `total` steps; `beat_at` is the last sign of life."""

    kind = models.CharField(_("kind"), max_length=32)
    house = models.ForeignKey(
        settings.HOUSE_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("house")
    )
    params = models.JSONField(_("parameters"), default=dict)
    state = models.CharField(_("state"), max_length=8, choices=JobState.choices, default=JobState.QUEUED)
    done = models.PositiveIntegerField(_("done"), default=0)
    total = models.PositiveIntegerField(_("of"), default=0)
    result = models.JSONField(_("result"), null=True)
    error = models.TextField(_("error"), blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    dedupe_key = models.CharField(max_length=64)
    requested_by = staff_or_none(_("requested by"), blank=False)
    request_id = models.CharField(max_length=64, default="-")  # of the request that asked for it, for the log
    created_at = models.DateTimeField(_("requested"), db_default=Now())
    started_at = models.DateTimeField(_("started"), null=True)
    beat_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(_("finished"), null=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(name="job_state_known", condition=models.Q(state__in=JobState.values)),
            # The same work is queued only once while it is unfinished.
            models.UniqueConstraint(
                name="job_once", fields=["dedupe_key"], condition=models.Q(state__in=["queued", "running"])
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class JobFile(models.Model):
    """A file that a job made, kept for a week; `sha256` is its digest in hex.

    A large file has no `content`, but parts, so that neither a worker nor a web process holds all of it.
    """

    job = models.OneToOneField(Job, models.CASCADE, primary_key=True, related_name="file", verbose_name=_("job"))
    name = models.CharField(_("name"), max_length=120)
    media_type = models.CharField(_("kind"), max_length=100)
    content = models.BinaryField(_("content"))
    sha256 = models.CharField(max_length=64)
    made_at = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("file")
        verbose_name_plural = _("files")

    def __str__(self) -> str:
        return self.name


class JobFilePart(models.Model):
    """A piece of a large file of a job; the pieces in the order of `position` are the file."""

    file = models.ForeignKey(JobFile, models.CASCADE, related_name="parts", verbose_name=_("file"), db_index=False)
    position = models.PositiveIntegerField(_("position"))
    content = models.BinaryField(_("content"))

    class Meta:
        verbose_name = _("part of a file")
        verbose_name_plural = _("parts of files")
        constraints = (models.UniqueConstraint(name="job_file_part_once", fields=["file", "position"]),)

    def __str__(self) -> str:
        return f"{self.file} {self.position}"


class Pulse(models.Model):
    """One row: when a worker last did what beat asked for.  Its age says whether background work goes on."""

    at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
