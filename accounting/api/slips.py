"""One slip, cancelling it, printing it.  Who asks for chips and who brings them is at a table."""

from collections.abc import Mapping
from typing import Any

from django.urls import path

from accounting.api import cage_schemas
from accounting.api.cage_schemas import PrintShape, SlipShape
from accounting.models import Slip
from accounting.selectors import slips as selector
from accounting.services import prints, slips
from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`
from casino.api.commands import Command
from casino.api.fields import Body, ReasonField
from casino.api.reading import Row, reader
from casino.api.rendering import Json
from casino.models import User


class OneSlip(Row):
    """One slip."""

    queryset = Slip.objects.none()
    shape = SlipShape

    def found(self, pk: int) -> Slip:
        """The slip; refuses `no_such_slip`."""
        return selector.one(pk, actor=reader(self.request))

    def face(self, row: Slip) -> Json:
        """A slip."""
        return cage_schemas.slip(row)


class CancelSlip(Command):
    """Let a slip be; it keeps its number."""

    output = SlipShape

    class Input(Body):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Cancel."""
        slips.cancel(slip_id=pk, reason=values["reason"], actor=actor)
        return cage_schemas.slip(selector.one(pk, actor=actor))


class PrintSlip(Command):
    """Count a print of a slip.  The first is the original; a lost answer does not make it a reprint, hence the key."""

    output = PrintShape

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Print."""
        slip = selector.one(pk, actor=actor)
        return cage_schemas.paper(prints.record(house_id=slip.house_id, subject=selector.subject(slip), actor=actor))


urlpatterns = [
    path("slips/<id:pk>/", OneSlip.as_view(), name="slip"),
    path("slips/<id:pk>/cancel/", CancelSlip.as_view(), name="slip-cancel"),
    path("slips/<id:pk>/print/", PrintSlip.as_view(), name="slip-print"),
]
