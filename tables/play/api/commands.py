"""What every command on a table shares."""

from typing import Any, ClassVar

from rest_framework.serializers import BaseSerializer

from casino.api.commands import Command
from casino.api.fields import Body, VersionField
from casino.api.rendering import Json
from casino.models import User
from tables.play.api import views
from tables.play.api.schemas import TableShape
from tables.play.selectors import tables as selectors


class TableCommand(Command):
    """A command on a table: carries the version of it that was seen, answers with the table."""

    output: ClassVar[type[BaseSerializer[Any]] | None] = TableShape

    class Input(Body):
        """The version that was seen."""

        version = VersionField()

    def current(self, *, actor: User, pk: int, **path: Any) -> Json:
        """The table as it is now."""
        return views.table(selectors.view(pk))
