"""What an API body and a page's form have in common has the same limits, but for what is meant.

Compared are services that both name: smallest and largest numbers, shortest and longest texts, and whether a field may
be left out.  A page chooses rows, seats and words from what it shows, so ids, check boxes and choices are not compared;
nor is the largest amount of money, which a page limits by what can be typed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from rest_framework import serializers

from casino.api.commands import Command as ApiCommand
from casino.api.fields import IdField
from casino.pages.forms import MoneyField
from casino.pages.views import Command as PageCommand
from tables.play.pages.forms import CardsField
from tests import addresses

LIMITS = ("required", "min_value", "max_value", "min_length", "max_length")
OF_EVERY_FORM = frozenset({"key", "version", "seen", "password"})
RENAMED: Mapping[str, Mapping[str, str]] = {
    "tables.hands.services.corrections.correct": {"reason": "rake_reason", "why": "reason"},
    "tables.hands.services.corrections.enter_late": {"reason": "rake_reason", "why": "reason"},
}
"""The body's name of a form's field, where they differ."""

TOO_SMALL = "the API leaves it to the service: `amount_too_small` names the least"
OF_HANDS = "the API leaves it to the service, which names the limits of a hand"
BEGINS_WITH = "the form begins with what is taken where a body says nothing"
PART = "a PATCH may leave out what stays"
OF_TEXTS = "the API leaves it to the service, which says what is missing"
ON_A_TILE = "the page takes what fits the table's tile"
FROM_THE_CLOCK = "the form has the level that was shown, and a step"
IF_A_POOL = "the form asks only where a pool is kept"
AT_A_SEAT = "no form asks for it: the seat is tapped"
MEANT: Mapping[tuple[str, str], str] = {
    ("tables.floor.services.last_hands.announce_last_hands", "hands"): f"`last_hands_out_of_range`; {BEGINS_WITH}",
    ("tables.hands.services.hands.settle", "rake_cents"): BEGINS_WITH,
    ("tables.log.services.incidents.note", "text"): OF_TEXTS,
    ("tables.log.services.incidents.record", "text"): OF_TEXTS,
    ("tables.log.services.rulings.record", "text"): OF_TEXTS,
    ("tables.moving.services.must_moves.move", "counted_cents"): IF_A_POOL,
    ("tables.moving.services.must_moves.refuse", "counted_cents"): IF_A_POOL,
    ("tables.floor.services.seats.sit", "buy_in_cents"): TOO_SMALL,
    ("tables.floor.services.seats.top_up", "amount_cents"): f"{TOO_SMALL}; {BEGINS_WITH}",
    ("tables.moving.services.requests.grant", "counted_cents"): IF_A_POOL,
    ("tables.floor.services.tables.create", "code"): ON_A_TILE,
    ("tables.waiting.services.entries.move", "place"): "the API leaves it to the rules: `place_unknown`",
    ("tables.waiting.services.list_calls.seat", "buy_in_cents"): TOO_SMALL,
    ("tables.guests.services.admission.policies.put", "identified_from_cents"): PART,
    ("tables.guests.services.admission.policies.put", "least_age"): PART,
    ("tables.guests.services.admission.policies.put", "reason"): "the API leaves it to the service: `reason_required`",
    ("tables.hands.services.hands.act", "seat"): AT_A_SEAT,
    ("tables.hands.services.corrections.correct", "dealt_in"): OF_HANDS,
    ("tables.hands.services.corrections.correct", "pot_cents"): TOO_SMALL,
    ("tables.hands.services.corrections.enter_late", "dealt_in"): OF_HANDS,
    ("tables.hands.services.corrections.enter_late", "pot_cents"): TOO_SMALL,
    ("tables.hands.services.hands.start", "button_seat"): AT_A_SEAT,
    ("tables.hands.services.hands.start", "straddle_seat"): AT_A_SEAT,
    ("tables.play.services.missed_blinds.choose", "seat"): AT_A_SEAT,
    ("tables.practice.services.games.add_chips", "chips_cents"): f"{TOO_SMALL}; {BEGINS_WITH}",
    ("tables.practice.services.games.sit", "chips_cents"): f"{TOO_SMALL}; {BEGINS_WITH}",
    ("tables.practice.services.hands.act", "seat"): AT_A_SEAT,
    ("tables.practice.services.hands.start", "button_seat"): AT_A_SEAT,
    **{
        (f"tables.tournaments.services.announcing.{service}", field): BEGINS_WITH
        for service in ("create", "edit")
        for field in ("fee_cents", "payout_unit_cents", "seats_per_table")
    },
    ("tables.tournaments.services.clock.move", "item"): FROM_THE_CLOCK,
    ("tables.tournament_hands.services.playing.act", "seat"): AT_A_SEAT,
}


def pairs() -> Iterator[tuple[str, type[ApiCommand], type[PageCommand]]]:
    """Every pair of a command of the API and one of a page that call the same service, by the service's name."""
    api: dict[Any, set[type[ApiCommand]]] = {}
    pages: dict[Any, set[type[PageCommand]]] = {}
    for _path, pattern in addresses.every():
        view = getattr(pattern.callback, "cls", None) or getattr(pattern.callback, "view_class", None)
        service = getattr(view, "service", None)
        if service is not None and issubclass(view, PageCommand):
            pages.setdefault(service, set()).add(view)
        elif service is not None and issubclass(view, ApiCommand):
            api.setdefault(service, set()).add(view)
    for service in api.keys() & pages.keys():
        for body in api[service]:
            for page in pages[service]:
                yield f"{service.__module__}.{service.__name__}", body, page


def compared() -> Iterator[tuple[str, str, Mapping[str, Any], Mapping[str, Any]]]:
    """The service, the field, and its limits in the body and in the form."""
    for service, body, page in pairs():
        in_body = {str(field.source or name): field for name, field in body.Input().fields.items()}
        for name, field in page.form_class.base_fields.items():
            other = in_body.get(RENAMED.get(service, {}).get(name, name))
            if name not in OF_EVERY_FORM and other is not None and _is_typed(field) and _is_given(other):
                yield service, name, _of_body(other), _of_form(field)


def _is_typed(field: forms.Field) -> bool:
    return not isinstance(field, forms.BooleanField | forms.ChoiceField | forms.ModelChoiceField | CardsField)


def _is_given(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    return not isinstance(field, serializers.BooleanField | serializers.ListField | IdField)


def _of_body(field: Any) -> dict[str, Any]:
    needed = field.required and not field.allow_null and not getattr(field, "allow_blank", False)
    return {"required": needed, **{name: getattr(field, name, None) for name in LIMITS[1:]}}


def _of_form(field: Any) -> dict[str, Any]:
    found = {name: getattr(field, name, None) for name in LIMITS}
    return found | {"min_value": field.least_cents} if isinstance(field, MoneyField) else found


def differing() -> Iterator[tuple[str, str]]:
    for service, name, in_body, in_form in compared():
        limits = set(LIMITS) - ({"max_value"} if "_cents" in name else set())
        if any(in_body[limit] != in_form[limit] for limit in limits):
            yield service, name


def test_both_doors_take_the_same() -> None:
    assert set(differing()) == MEANT.keys()


def test_many_fields_are_compared() -> None:
    assert sum(1 for _pair in compared()) > 60
