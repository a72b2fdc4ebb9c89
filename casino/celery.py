"""The Celery application: `celery -A casino worker`, `celery -A casino beat`.

Nothing that matters lives only in the broker: what is due stands in the database, and beat asks for it again.
`CasinoConfig.ready` imports this module, so that a task sent from anywhere finds this application and its broker.
"""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# A worker under root is warned of, because of pickled messages; this one accepts JSON alone.
warnings.simplefilter("ignore", SecurityWarning)
