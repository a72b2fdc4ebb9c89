"""Addresses of guests below `/api/v1/`."""

from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`
from tables.guests.api import admission, guests

urlpatterns = [*guests.urlpatterns, *admission.urlpatterns]
