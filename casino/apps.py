"""Django's configuration of this app and of the admin site."""

from django.apps import AppConfig
from django.contrib.admin import apps as django_admin
from django.utils.translation import gettext_lazy as _


class CasinoConfig(AppConfig):
    """Users, sign-in, jobs, and the conventions of API and pages."""

    name = "casino"
    default = True
    verbose_name = _("House")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Compile new translations; load the checks, and the Celery application, so that tasks go to our broker."""
        from casino import catalogues, celery, checks  # noqa: F401, PLC0415 -- the registry must be ready first

        catalogues.compile_new()


class BackOfficeConfig(django_admin.AdminConfig):
    """Django's admin on our own site object."""

    default = False
    default_site = "casino.admin_site.HouseAdminSite"
