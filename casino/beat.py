"""Celery's beat, and its schedule, which keeps in the data folder when it last asked for what."""

import logging

from celery.apps import beat
from celery.beat import PersistentScheduler
from django.core.exceptions import ImproperlyConfigured

from casino import paths

log = logging.getLogger(__name__)


class Beat(beat.Beat):
    """Celery's, as if `--quiet` stood in its command line: a banner is a dozen lines that are no records."""

    def run(self) -> None:
        self.quiet = True
        super().run()


class Schedule(PersistentScheduler):
    """Celery's, in a folder that is made at the start; beat ends where it cannot be."""

    def setup_schedule(self) -> None:
        """Exit status 1 and one line of the log where nothing can be kept, for whatever watches this process."""
        try:
            paths.require(paths.Part.BEAT)
        except ImproperlyConfigured as error:
            log.critical("%s", error)
            raise SystemExit(1) from error
        super().setup_schedule()
