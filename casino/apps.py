"""Django's configuration of this app and of the admin site."""

from typing import Any

from django.apps import AppConfig
from django.contrib.admin import apps as django_admin
from django.utils.translation import gettext_lazy as _

from casino import catalogues, permissions, roles

roles.carry(permissions.DOMAIN, permissions.MODELS)  # before any service is imported


class CasinoConfig(AppConfig):
    """Users, sign-in, jobs, and the conventions of API and pages."""

    name = "casino"
    default = True
    verbose_name = _("House")
    default_auto_field = "django.db.models.BigAutoField"

    def __init__(self, app_name: str, app_module: Any) -> None:
        """Compile new translations before the models load: a text of theirs makes Django read the catalogue, once."""
        catalogues.compile_new()
        super().__init__(app_name, app_module)

    def ready(self) -> None:
        """Load the checks, and the Celery application, so that tasks go to our broker."""
        # The registry must be ready first.
        from casino import celery, checks, membership  # noqa: F401, PLC0415
        from casino.models import AccountRequest, Device, Job, SecurityEvent, User  # noqa: PLC0415

        membership.name_rows(account_request=AccountRequest, alarm=SecurityEvent, device=Device, job=Job, person=User)


class BackOfficeConfig(django_admin.AdminConfig):
    """Django's admin on our own site object."""

    default = False
    default_site = "casino.admin_site.HouseAdminSite"
