"""Base of the pages where a second person decides on what another has asked for."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.functional import cached_property
from django.utils.translation import gettext

from casino.pages.views import Command, Context
from casino.selectors.decisions import Matter


class Decide(Command):
    """A decision on the row in the address, which its service is told by `in_address`."""

    matter: ClassVar[Matter[Any]]

    @cached_property
    def row(self) -> Any:
        """The row in the address."""
        return self.found(self.kwargs["pk"])

    def found(self, pk: int) -> Any:
        """The row; refuses one that is not there."""
        raise NotImplementedError

    def decided_on(self) -> Any:
        return self.row

    def context(self) -> Context:
        """What stands above the button; a subject whose template shows more overrides it."""
        return {"subject": self.matter.about(self.row)}

    def done(self, values: Mapping[str, Any]) -> str:
        if self.success:
            return str(self.success)
        approves = getattr(type(self).service, "permission", None) == self.matter.approves
        return gettext("Approved.") if approves else gettext("Declined.")
