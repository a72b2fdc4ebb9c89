"""The Celery application: `celery -A casino worker`, `celery -A casino beat`.

The broker holds no state of its own: pending work is stored in the database, and beat sends it again.
`CasinoConfig.ready` imports this module, so that a task sent from any process finds this application and its broker.
"""

import logging
import os
import warnings
from functools import cached_property
from typing import Any

from celery import Celery, signals
from celery.exceptions import SecurityWarning
from celery.utils.log import get_multiprocessing_logger

from casino import environment, log_lines, traces

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")


class Application(Celery):
    """Celery, with a beat of ours."""

    @cached_property
    def Beat(self) -> type[Any]:  # noqa: N802 -- Celery's name
        """What `celery -A casino beat` runs."""
        return self.subclass_with_self("casino.beat:Beat")  # type: ignore[arg-type]


app = Application("casino", task_cls=traces.TASK if traces.are_wanted() else None)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Celery warns of a worker under root because of pickled messages; this one accepts JSON alone.
warnings.simplefilter("ignore", SecurityWarning)


@signals.setup_logging.connect
def keep_the_log(loglevel: int, **_: object) -> None:
    """Answer the signal that sets up logging: else Celery adds formats of its own, and redirects outputs.

    `settings.LOGGING` holds; `--loglevel` adds lines of Celery's own.  What its processes say of each other goes there
    too.
    """
    logging.getLogger("celery").setLevel(min(loglevel, logging.getLogger().level))
    between_processes = get_multiprocessing_logger()
    assert between_processes
    between_processes.setLevel(logging.ERROR)
    between_processes.propagate = True


@signals.celeryd_init.connect
def say_in_records(instance: Any, **_: object) -> None:
    """No banner, and what the worker says in its signal handlers, such as "Warm shutdown", as records."""
    from celery.apps import worker  # noqa: PLC0415 -- the worker alone has it

    instance.quiet = True
    if environment.PRODUCTION:
        worker.safe_say = lambda message, _file=None: log_lines.say(message, logger=worker.__name__)  # type: ignore[attr-defined]


@signals.worker_process_init.connect
def begin_traces(**_: object) -> None:
    """In each process that does tasks."""
    traces.begin()
