"""Base of the pages where a second person decides on what another has asked for."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext

from casino.pages.views import Command, Context
from casino.selectors.decisions import Matter


class Decide(Command):
    """A decision on the row in the address; leads back to the subject's list."""

    matter: ClassVar[Matter[Any]]
    argument: ClassVar[str]
    leads_to: ClassVar[str] = ""
    title: ClassVar[str | Promise]
    explanation: ClassVar[str | Promise] = ""
    success: ClassVar[str | Promise] = ""
    danger: ClassVar[bool] = False

    @cached_property
    def row(self) -> Any:
        """The row in the address."""
        return self.found(self.kwargs["pk"])

    def found(self, pk: int) -> Any:
        """The row; refuses one that is not there."""
        raise NotImplementedError

    def decided_on(self) -> Any:
        return self.row

    def facts(self) -> Context:
        """What stands above the button."""
        return {"subject": self.matter.about(self.row)}

    def context(self) -> Context:
        said = {"title": self.title, "explanation": self.explanation, "danger": self.danger}
        return {**said, "back": self.back(), **self.facts()}

    def back(self) -> str:
        """Where it leads, done or not."""
        return reverse(self.leads_to)

    def target(self) -> dict[str, Any]:
        return {self.argument: self.row.pk}

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return self.back()

    def done(self, values: Mapping[str, Any]) -> str:
        if self.success:
            return str(self.success)
        approves = getattr(type(self).service, "permission", None) == self.matter.approves
        return gettext("Approved.") if approves else gettext("Declined.")
