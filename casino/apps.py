"""The house all stand in, as a Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CasinoConfig(AppConfig):
    """Users, sign-in, jobs and the manners that every door shares."""

    name = "casino"
    verbose_name = _("House")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the Celery application, so that every process sends its tasks to our broker."""
        from casino import celery  # noqa: F401, PLC0415 -- the registry must be ready first
