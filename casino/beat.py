"""The schedule of Celery's beat, which keeps in the data folder when it last asked for what."""

import logging

from celery.beat import PersistentScheduler
from django.core.exceptions import ImproperlyConfigured

from casino import paths

log = logging.getLogger(__name__)


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
