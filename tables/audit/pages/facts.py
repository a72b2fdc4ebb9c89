"""A finding as a person reads it: its rule as a sentence, money as money, people by name, the house's time."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.findings.selectors import findings
from accounting.models import Finding
from accounting.verdicts import SENTENCES, Rule
from casino import wording

_WORDS = {
    "actor": _("user"),
    "amount_cents": _("amount"),
    "apart_minutes": _("difference in time"),
    "approved_by": _("approved by"),
    "asked_by": _("asked by"),
    "assessed_cents": _("contributed by the hands"),
    "board": _("board"),
    "booked_cents": _("booked"),
    "by_the_chips_cents": _("value of the chips last counted"),
    "by_the_counts_cents": _("correct according to the counts"),
    "cancelled_by": _("slip cancelled by"),
    "chips_cents": _("value of the chips"),
    "clock_minutes": _("time clocked"),
    "back_cents": _("value of the chips returned"),
    "computed_bomb_pot": _("bomb pot, as computed"),
    "computed_winners": _("seats that won it"),
    "computed_won_cents": _("won in fact"),
    "counted_by": _("counted by"),
    "counted_cents": _("counted"),
    "counts_before": _("counts before that differed"),
    "created_by": _("created by"),
    "credits_cents": _("taken from the float"),
    "done_by": _("done by"),
    "dealings": _("purchases or exchanges"),
    "downs_minutes": _("time at the table"),
    "dropped_at": _("taken at"),
    "dropped_by": _("taken by"),
    "dropped_cents": _("booked out with the boxes"),
    "due_cents": _("rake due"),
    "ends_at": _("the day ended at"),
    "entry": _("entry"),
    "entry_number": _("number in its book"),
    "explanation": _("explanation"),
    "fills_cents": _("brought to the float"),
    "first_counted_cents": _("counted first"),
    "first_missing": _("first missing number"),
    "game": _("game"),
    "guest": _("guest"),
    "half": _("half of the pot"),
    "hands": _("hands"),
    "hands_dealt": _("hands dealt according to the session"),
    "hours_of": _("hours that count"),
    "identified_at": _("identified at"),
    "is_inside_band": _("within the house's range"),
    "kind": _("kind"),
    "largest_cents": _("the largest of them"),
    "last_missing": _("last missing number"),
    "left_cents": _("left in the box"),
    "lent_cents": _("advanced by corrections"),
    "limit_cents": _("limit, either way"),
    "metric": _("figure"),
    "number": _("hand number"),
    "of_the_stake_cents": _("mean for the stake, per 100 hands"),
    "opener_cents": _("opener"),
    "per_hundred_hands_cents": _("per 100 hands"),
    "pot": _("pot (1: main pot)"),
    "pot_cents": _("pot"),
    "reached_at": _("reached at"),
    "reason": _("reason"),
    "roster_minutes": _("time planned"),
    "schedule": _("schedule"),
    "seat": _("seat"),
    "seconds": _("time"),
    "settled_cents": _("amount settled"),
    "stored_bomb_pot": _("bomb pot, as booked"),
    "stored_winners": _("seats to which it was booked"),
    "stored_won_cents": _("won, as booked"),
    "taken_cents": _("rake taken"),
    "together_cents": _("total"),
    "version": _("schedule version"),
    "voids": _("void hands"),
    "what": _("error"),
    "window": _("window"),
}
_HOURS = {"clock": _("as clocked"), "roster": _("as planned"), "downs": _("of the downs")}
_PEOPLE = ("_by", "actor")


def sentence_of(row: Finding) -> str:
    """The rule's sentence in the reader's language."""
    return gettext(SENTENCES[Rule(row.rule)]) if row.rule in Rule.__members__ else row.rule


def sentence_at_table(row: Finding) -> str:
    """The rule's sentence after the table's code."""
    return f"{row.table_code}: {sentence_of(row)}" if row.table_code else sentence_of(row)


def labelled(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Label and text of each fact that says something; people are looked up by one query."""
    ids = {value for name, value in facts.items() if name.endswith(_PEOPLE) and isinstance(value, int)}
    names = findings.names_of(ids) if ids else {}
    return [
        (str(_WORDS.get(name, name.replace("_", " "))), _text(name, value, names))
        for name, value in facts.items()
        if value is not None and value != ""
    ]


def _text(name: str, value: Any, names: Mapping[int, str]) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, int):
        return _number(name, value, names)
    if name.endswith("_at") or name == "day":
        return _moment(str(value))
    if name == "hours_of":
        return str(_HOURS.get(str(value), value))
    return gettext(str(value))


def _number(name: str, value: int, names: Mapping[int, str]) -> str:
    """A number by the unit that its name ends in; somebody's id as their name."""
    if name.endswith("_cents"):
        return wording.money(value)
    if name.endswith("_bp"):
        return f"{wording.money(value)} %"
    if name.endswith("_minutes"):
        return wording.duration(value)
    if name == "seconds":
        return wording.seconds(value)
    return names.get(value, str(value)) if name.endswith(_PEOPLE) else str(value)


def _moment(text: str) -> str:
    try:
        return wording.moment(datetime.fromisoformat(text)) if "T" in text else wording.day(date.fromisoformat(text))
    except ValueError:
        return text
