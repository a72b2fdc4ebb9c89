"""The settings of a house that waits longer for a lock and for its broker: so waiting is told from a busy machine."""

from casino.settings import *  # noqa: F403
from casino.settings import CELERY_BROKER_TRANSPORT_OPTIONS, DATABASES

WAIT_S = 8  # less than the web server's own limits
DATABASES["default"]["OPTIONS"]["options"] += f" -c lock_timeout={WAIT_S}s"
CELERY_BROKER_TRANSPORT_OPTIONS |= {"socket_timeout": WAIT_S, "socket_connect_timeout": WAIT_S}
