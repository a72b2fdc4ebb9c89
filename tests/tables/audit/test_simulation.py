"""Booked hands under other terms: under their own they owe to the cent what was booked."""

from datetime import timedelta

import pytest
from django.db.models import F, Sum

from accounting.models import Assessment
from casino.errors import Malformed, NotAllowed, NotFound
from tables.audit.selectors import simulation
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tables.rules.actions import Action, Kind
from tests import builders
from tests.tables.hands.playing import FOLD, act, settle, start

UNCALLED = builders.FIVE_PERCENT | {"base_includes_uncalled": True, "no_flop_no_drop": False}


def key(evening, table, pot_cents, *, flop_seen=True, dealt_in=4, **more):
    """A hand by its outcome."""
    return recording.record_summary(
        table_id=table,
        version=evening.version(table),
        summary=Summary(pot_cents=pot_cents, flop_seen=flop_seen, dealt_in=dealt_in, **more),
        actor=evening.dealer,
    )


def played(terms):
    """Two tables, both recordings: a bet that nobody called, a rake by decision, a hand reversed."""
    evening = builders.evening(terms)
    told = evening.table(evening.game(name="Told"), code="T01")
    evening.sit(told, 40_000, 40_000, 40_000, 40_000)
    recorded = act(evening, start(evening, told), Action(Kind.RAISE, to_cents=3_000), FOLD, FOLD, FOLD)
    settle(evening, recorded)
    settle(evening, act(evening, start(evening, told), FOLD, FOLD, FOLD))
    evening.dealer = builders.user("dealer", "other")
    keyed = evening.table(evening.game(name="Keyed", recording="summary"), code="T02")
    evening.sit(keyed, 60_000, 60_000, 60_000, 60_000)
    key(evening, keyed, 7_300)
    key(evening, keyed, 7_300)
    key(evening, keyed, 44_000, dealt_in=3)
    key(evening, keyed, 900, flop_seen=False)
    key(evening, keyed, 12_000, rake_cents=0, reason="floor's decision")
    wrong = key(evening, keyed, 90_000)
    hands.void(hand_id=wrong.hand.pk, version=wrong.hand.version, reason="a nought too many", actor=evening.floor)
    return evening


def under(evening, terms, **more):
    return simulation.simulate(terms=terms, house_id=evening.house.pk, actor=more.pop("actor", evening.manager), **more)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "terms",
    [
        builders.FIVE_PERCENT,
        UNCALLED,
        {
            "kind": "steps",
            "steps": [{"from_cents": 500, "total_cents": 100}],
            "caps": [{"players": 2, "cap_cents": 100}, {"players": 4, "cap_cents": 300}],
            "jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 1_000, "total_cents": 100}]},
        },
    ],
    ids=["five per cent", "with uncalled bets", "steps and a fund"],
)
def test_the_terms_in_force_owe_what_was_booked_to_the_cent(terms):
    evening = played(terms)
    found = under(evening, terms)
    booked = Assessment.objects.aggregate(
        due=Sum(F("sign") * F("due_cents")), jackpot=Sum(F("sign") * F("jackpot_cents"))
    )
    total = found.outcome.total
    assert (total.hands, total.affected) == (7, 0) == (Hand.objects.filter(state="settled").count(), 0)
    assert total.due_cents == total.proposed_cents == booked["due"] > 0
    assert total.jackpot_cents == total.proposed_jackpot_cents == booked["jackpot"]
    assert {game: sums.hands for game, sums in found.outcome.by_game.items()} == {"Told": 2, "Keyed": 5}
    assert found.table_hours >= 2


@pytest.mark.django_db
def test_other_terms_hand_by_hand():
    """Two euros whatever the pot: of the hands without a flop too, where 5 % took nothing."""
    evening = played(builders.FIVE_PERCENT)
    total = under(evening, {"kind": "fixed", "amount_cents": 200}).outcome.total
    # 5 % of 73 twice, of 440 capped at 15, of 120; nothing where no flop was seen
    assert total.due_cents == 300 + 300 + 1_500 + 600
    assert total.affected == 7
    assert total.proposed_cents == 7 * 200
    assert total.difference_cents == 7 * 200 - 2_700


@pytest.mark.django_db
def test_only_hands_of_a_schedule_and_of_the_days_asked_for():
    evening = played(builders.FIVE_PERCENT)
    other = evening.terms("Other", builders.NO_RAKE)
    day = evening.day.date
    assert under(evening, UNCALLED, schedule_id=evening.schedule.schedule_id).outcome.total.hands == 7
    assert under(evening, UNCALLED, schedule_id=other.schedule_id).outcome.total.hands == 0
    assert under(evening, UNCALLED, first=day, last=day).outcome.total.hands == 7
    before = under(evening, UNCALLED, last=day - timedelta(days=1))
    assert (before.outcome.total.hands, before.table_hours) == (0, 0)
    assert before.last - before.first == timedelta(days=29)


@pytest.mark.django_db
def test_what_is_refused():
    evening = builders.evening()
    day = evening.day.date
    with pytest.raises(Malformed, match="bad_period"):
        under(evening, UNCALLED, first=day, last=day - timedelta(days=1))
    with pytest.raises(Malformed, match="period_too_long"):
        under(evening, UNCALLED, first=day - timedelta(days=366), last=day)
    with pytest.raises(Malformed, match="bad_terms"):
        under(evening, {"kind": "lottery"})
    with pytest.raises(NotFound, match="no_such_schedule"):
        under(evening, UNCALLED, schedule_id=4711)
    with pytest.raises(NotFound, match="no_such_house"):
        simulation.simulate(terms=UNCALLED, house_id=4711, actor=evening.manager)
    with pytest.raises(NotAllowed, match="not_allowed"):
        under(evening, UNCALLED, actor=evening.dealer)


@pytest.mark.django_db
def test_a_proposal_that_pays_by_time_says_so():
    evening = played(builders.FIVE_PERCENT)
    found = under(evening, {"kind": "time", "amount_cents": 600, "period_minutes": 30})
    assert found.pays_by_time
    assert found.outcome.total.proposed_cents == 0
