"""What a house may set of its own rules, each declared once::

    @dataclass(frozen=True, slots=True)
    class WaitingRules(Rules):
        \"\"\"How long a call lasts, and what follows when nobody comes.\"\"\"

        subject: ClassVar = "waiting"
        answer_seconds: int = number(300, 30, 3_600, _("Seconds to answer a call"), "CardOpz: five minutes.")

The row that keeps them, the fields of the API and the form of the page follow from the declaration.  A house sets some
of them; the others are as usual.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self, cast

from casino.errors import N_, Malformed


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as it was declared; without `limits` it is yes or no, without a label it is not on the page."""

    name: str
    usual: int
    limits: tuple[int, int] | None
    label: str
    about: str

    def refuse_wrong(self, value: object) -> None:
        """Refuse what it cannot be: `rule_out_of_range`."""
        if self.limits is None:
            if not isinstance(value, bool):
                raise Malformed("rule_out_of_range", N_("%(name)s must be yes or no."), name=self.name)
            return
        least, most = self.limits
        if type(value) is not int or not least <= value <= most:
            message = N_("%(name)s must be between %(least)s and %(most)s.")
            raise Malformed("rule_out_of_range", message, name=self.name, least=least, most=most)


def number(usual: int, least: int, most: int, label: str = "", about: str = "") -> Any:
    """A whole number; beyond its limits lies a slip of the finger, or what the law forbids."""
    return field(default=usual, metadata={"limits": (least, most), "label": label, "about": about})


def flag(label: str = "", about: str = "", *, usual: bool) -> Any:
    """Yes or no."""
    return field(default=usual, metadata={"limits": None, "label": label, "about": about})


class Rules:
    """Base of every set of rules; see the module."""

    __slots__ = ()
    subject: ClassVar[str]

    @classmethod
    def declared(cls) -> dict[str, Rule]:
        """All of them by name."""
        return {one.name: Rule(one.name, cast("int", one.default), **one.metadata) for one in fields(cast("Any", cls))}

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> Self:
        """What a house has set; the others are as usual."""
        return cls().changed(kept)

    def changed(self, changes: Mapping[str, object]) -> Self:
        """The rules with some of them changed.

        Refuses an unknown name (`rule_unknown`), a value outside its limits (`rule_out_of_range`) and what
        `refuse_contradictions` names.
        """
        declared = self.declared()
        for name, value in changes.items():
            if name not in declared:
                raise Malformed("rule_unknown", N_("Rule %(name)s not found."), name=name)
            declared[name].refuse_wrong(value)
        new = cast("Self", replace(cast("Any", self), **changes))
        new.refuse_contradictions()
        return new

    def refuse_contradictions(self) -> None:
        """Refuse rules that cannot stand together."""
