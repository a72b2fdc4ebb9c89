"""A guest who is away: who may walk, who gets an absent button, when his chips may be picked up (domain §4.8)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from casino.errors import Refusal, _
from tables.rules.absence.terms import AbsenceRules


@dataclass(frozen=True, slots=True)
class Absent:
    """Since when a guest is away, how many absent buttons he has, and when he got the last of them."""

    since: datetime
    buttons: int = 0
    last_button_at: datetime | None = None


def refuse_too_many(away: int, rules: AbsenceRules) -> None:
    """Refuse (`too_many_away`) that one more walks while as many are away as the house lets walk."""
    if rules.away_most and away >= rules.away_most:
        raise Refusal(
            "too_many_away",
            _("%(away)s are away from this table already, more may not walk: say why he may."),
            away=away,
            most=rules.away_most,
        )


def is_on_break(absent: Absent, rules: AbsenceRules, now: datetime) -> bool:
    """Whether it is his right to be away."""
    return now < absent.since + timedelta(minutes=rules.break_minutes)


def dealer_came(absent: Absent, rules: AbsenceRules, now: datetime) -> Absent:
    """After a new dealer has sat down: he gives an absent button to whoever is away (WSOP live-action 73).

    Nobody gets one whose break it is, and nobody more than it takes to pick up his chips.
    """
    if is_on_break(absent, rules, now) or absent.buttons >= rules.absent_buttons:
        return absent
    return replace(absent, buttons=absent.buttons + 1, last_button_at=now)


def pick_up_at(absent: Absent, rules: AbsenceRules) -> datetime:
    """From when on his chips may be picked up: after the last button it takes, or after so long, what comes first."""
    latest = absent.since + timedelta(minutes=rules.away_minutes)
    if absent.buttons < rules.absent_buttons or absent.last_button_at is None:
        return latest
    return min(absent.last_button_at, latest)


def refuse_early(absent: Absent, rules: AbsenceRules, now: datetime) -> None:
    """Refuse (`absence_not_over`) to pick up chips before their time."""
    due_at = pick_up_at(absent, rules)
    if now < due_at:
        raise Refusal(
            "absence_not_over",
            _("The guest has %(buttons)s of %(absent_buttons)s absent buttons: say why his chips are picked up now."),
            buttons=absent.buttons,
            absent_buttons=rules.absent_buttons,
            due_at=due_at.isoformat(),
        )
