"""Rules of a house as data: numbers within limits, and yes or no; set anew some at a time."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

from casino.errors import Malformed, _

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Rules = TypeVar("Rules", bound="DataclassInstance")


def changed(rules: Rules, changes: Mapping[str, object], limits: Mapping[str, tuple[int, int]]) -> Rules:
    """The rules with some of them set anew; what has no limits is yes or no.

    Refuses what is no rule (`rule_unknown`), and a number outside its limits (`rule_out_of_range`).
    """
    known = {field.name for field in fields(rules)}
    for name, value in changes.items():
        if name not in known:
            raise Malformed("rule_unknown", _("There is no rule %(name)s."), name=name)
        if name in limits:
            _refuse_outside(name, value, *limits[name])
        elif not isinstance(value, bool):
            raise Malformed("rule_out_of_range", _("%(name)s is yes or no."), name=name)
    return replace(rules, **changes)


def _refuse_outside(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        message = _("%(name)s lies between %(least)s and %(most)s.")
        raise Malformed("rule_out_of_range", message, name=name, least=least, most=most)
