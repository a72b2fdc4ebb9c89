"""The Celery application: `celery -A casino worker`, `celery -A casino beat`.

The broker holds no state of its own: pending work is stored in the database, and beat sends it again.
`CasinoConfig.ready` imports this module, so that a task sent from any process finds this application and its broker.
"""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Celery warns of a worker under root because of pickled messages; this one accepts JSON alone.
warnings.simplefilter("ignore", SecurityWarning)
