"""A hand as PHH text for other programs, with names, times and payouts added to the actions."""

from zoneinfo import ZoneInfo

from django.db.models import Q

from accounting.models import ScheduleVersion
from accounting.policy.rake import parse
from casino.errors import N_, Refusal
from tables.hands.selectors import hands
from tables.hands.selectors.hands import RecordedHand
from tables.models import Hand, Sitting
from tables.rules import phh, setup
from tables.rules.hand import State
from tables.rules.phh import Extra
from tables.rules.result import Payout, payout, result


def text(hand_id: int, *, with_numbers: bool = True) -> str:
    """The hand in PHH (TOML), with the guests' card numbers or without.

    Refuses `no_such_hand`, and `hand_without_actions` when only its outcome was recorded.
    """
    recorded = hands.get(hand_id)
    if recorded.state is None or recorded.hand.setup is None:
        raise Refusal("hand_without_actions", N_("Only the outcome of this hand was recorded."))
    actions = [hands.action_of(row) for row in hands.standing(recorded.rows)]
    paid = _paid(recorded, recorded.state)
    return phh.write(setup.from_json(recorded.hand.setup), actions, paid, _extra(recorded, with_numbers=with_numbers))


def _paid(recorded: RecordedHand, state: State) -> Payout | None:
    rake = (recorded.hand.result or {}).get("rake")
    if not rake:
        return None
    terms = ScheduleVersion.objects.values_list("terms", flat=True).get(pk=recorded.hand.schedule_version_id)
    return payout(result(state), rake["taken_cents"] + rake["jackpot_cents"], parse(terms))


def _extra(recorded: RecordedHand, *, with_numbers: bool) -> Extra:
    row = Hand.objects.select_related("house", "table", "dealer", "schedule_version__schedule").get(pk=recorded.hand.pk)
    return Extra(
        venue=row.house.name,
        table=recorded.table_code,
        number=row.number,
        dealt_at=row.started_at.astimezone(ZoneInfo(row.house.time_zone)),
        currency=row.house.currency,
        seat_count=row.table.seats,
        players=_players(row) if with_numbers else None,
        schedule=str(row.schedule_version),
        dealer=str(row.dealer) if row.dealer else None,
        session=str(row.session_id),
    )


def _players(row: Hand) -> dict[int, str] | None:
    """Card numbers by seat, not names, since the text leaves the house; None when a seat's guest is unknown."""
    assert row.setup is not None
    stays = Sitting.objects.filter(
        Q(left_at=None) | Q(left_at__gt=row.started_at), session_id=row.session_id, sat_at__lte=row.started_at
    )
    numbers = dict(stays.values_list("seat", "guest__number"))
    return numbers if all(seat["seat"] in numbers for seat in row.setup["seats"]) else None
