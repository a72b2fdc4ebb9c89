"""Guests away from their seats: how many may be, absent buttons, and when chips may be picked up (domain §4.8)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from casino.errors import N_, Refusal
from tables.rules.absence.terms import AbsenceRules


@dataclass(frozen=True, slots=True)
class Absent:
    """A guest's absence: its start, the number of absent buttons, and the time of the last one."""

    since: datetime
    buttons: int = 0
    last_button_at: datetime | None = None


def refuse_too_many(away: int, rules: AbsenceRules) -> None:
    """Refuse that one more guest walks while the house's limit is reached (`too_many_away`)."""
    if rules.away_most and away >= rules.away_most:
        raise Refusal(
            "too_many_away",
            N_(
                "%(away)s guests are already away from this table, the most allowed. Give a reason to let this guest "
                "go."
            ),
            away=away,
            most=rules.away_most,
        )


def is_on_break(absent: Absent, rules: AbsenceRules, now: datetime) -> bool:
    """Whether the guest is still within the break that is their right."""
    return now < absent.since + timedelta(minutes=rules.break_minutes)


def dealer_came(absent: Absent, rules: AbsenceRules, now: datetime) -> Absent:
    """The absence after a new dealer has sat down, with one more absent button (WSOP live-action 73).

    A guest on a break gets none, and nobody gets more than it takes to pick up their chips.
    """
    if is_on_break(absent, rules, now) or absent.buttons >= rules.absent_buttons:
        return absent
    return replace(absent, buttons=absent.buttons + 1, last_button_at=now)


def pick_up_at(absent: Absent, rules: AbsenceRules) -> datetime:
    """When the chips may be picked up: after the last button it takes or after `away_minutes`, whichever is first."""
    latest = absent.since + timedelta(minutes=rules.away_minutes)
    if absent.buttons < rules.absent_buttons or absent.last_button_at is None:
        return latest
    return min(absent.last_button_at, latest)


def refuse_early(absent: Absent, rules: AbsenceRules, now: datetime) -> None:
    """Refuse to pick up chips before `pick_up_at` (`absence_not_over`)."""
    due_at = pick_up_at(absent, rules)
    if now < due_at:
        raise Refusal(
            "absence_not_over",
            N_(
                "The guest has %(buttons)s of %(absent_buttons)s absent buttons: say why their chips are picked up now."
            ),
            buttons=absent.buttons,
            absent_buttons=rules.absent_buttons,
            due_at=due_at.isoformat(),
        )
