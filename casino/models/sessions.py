"""Sessions of browsers, in the database and by person, so that a person can see and end their own.

`SESSION_ENGINE` names this module; it is Django's session store with another model.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """One browser's session; without a person before the sign-in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        indexes: ClassVar[list[models.Index]] = []

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        return SessionStore


class SessionStore(DatabaseStore):
    """Writes down whose session it is."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        made: Session = super().create_model_instance(data)  # type: ignore[assignment]  # the stubs know one model
        signed_in = data.get(SESSION_KEY)
        made.user_id = None if signed_in is None else int(signed_in)
        return made
