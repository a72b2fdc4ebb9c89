"""The outcome of a bomb pot: what it owes under a schedule that exempts it and under one that does not; refusals."""

from dataclasses import replace
from uuid import uuid4

import pytest

from accounting.models import Assessment, Finding
from accounting.proof.services import proofs
from casino import house_time
from casino.errors import Refusal
from tables.audit.selectors import simulation
from tables.audit.services import audits
from tables.hands.services import corrections, lists, pad, recording
from tables.hands.services.pad import Place
from tables.hands.services.recording import Summary
from tables.models import Hand, Session
from tests import builders
from tests.forging import both_ways, change

pytestmark = pytest.mark.django_db

FUND = {"fund": "bbj", "steps": [{"from_cents": 1_000, "total_cents": 200}], "flop_required": True}
RAKED = builders.FIVE_PERCENT | {"jackpot": FUND}
EXEMPTING = RAKED | {"bomb_pots_free": True}
BOMB_POT = Summary(12_000, True, 3, tip_cents=100, winners=(2,), bomb_pot=True)


def at_a_table(terms=EXEMPTING, **changes):
    evening = builders.evening(terms)
    game = evening.game(recording="summary")
    game.bomb_pot_ante_cents = 500
    for name, value in changes.items():
        setattr(game, name, value)
    game.save()
    table = evening.table(game)
    evening.sit(table, 40_000, 40_000, 40_000)
    return evening, table


def record(evening, table, summary=BOMB_POT):
    return recording.record_summary(
        table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer
    ).hand


def audited(evening):
    found = audits.audit(day_id=evening.day.pk, actor=evening.manager)
    return found.agree, [one.what for one in found.differences]


def refused(call, **given):
    with pytest.raises(Refusal) as caught:
        call(**given)
    return caught.value.code


@pytest.mark.parametrize(("terms", "rake_cents", "fund_cents"), [(RAKED, 600, 200), (EXEMPTING, 0, 0)])
def test_a_schedule_decides_what_a_bomb_pot_pays(terms, rake_cents, fund_cents):
    """No flop, no drop is in both: it never spares one.  5 % of 120.00 are 6.00, and the fund gets 2.00."""
    evening, table = at_a_table(terms)
    hand = record(evening, table)
    plain = record(evening, table, replace(BOMB_POT, bomb_pot=False))
    assert hand.result["bomb_pot"] is True
    assert "bomb_pot" not in plain.result
    rows = Assessment.objects.order_by("pk").values_list("bomb_pot", "due_cents", "taken_cents", "jackpot_cents")
    assert list(rows) == [(True, rake_cents, rake_cents, fund_cents), (False, 600, 600, 200)]
    assert builders.balances("rake") == {"rake/T07": rake_cents + 600}
    assert builders.balances("jackpot") == {"jackpot/bbj": fund_cents + 200}
    assert builders.balances("pool") == {"pool/T07": 120_000 - 900 - rake_cents - fund_cents - 100}
    assert audited(evening) == (2, [])
    assert both_ways() == [[], []]


def test_the_simulation_knows_which_hands_were_bomb_pots():
    evening, table = at_a_table(RAKED)
    record(evening, table)
    record(evening, table, replace(BOMB_POT, bomb_pot=False))
    found = simulation.simulate(terms=EXEMPTING, house_id=evening.house.pk, actor=evening.manager).outcome.total
    assert (found.hands, found.affected, found.due_cents, found.proposed_cents) == (2, 1, 1_200, 600)


def test_the_floor_s_call_is_answered_by_the_bomb_pot_and_not_by_another_hand():
    evening, table = at_a_table()
    session = Session.objects.filter(table_id=table)

    def is_called():
        return session.get().bomb_pot_called

    session.update(bomb_pot_called=True)
    record(evening, table, replace(BOMB_POT, bomb_pot=False))
    assert is_called()
    record(evening, table)
    assert not is_called()
    session.update(bomb_pot_called=True)
    version = evening.version(table)
    lists.record(table_id=table, version=version, outcomes=[replace(BOMB_POT, bomb_pot=False)], actor=evening.dealer)
    assert is_called()
    listed = lists.record(
        table_id=table, version=version + 1, outcomes=[BOMB_POT, replace(BOMB_POT, bomb_pot=False)],
        actor=evening.dealer,
    )  # fmt: skip
    assert not is_called()
    assert [hand.result["rake"]["taken_cents"] for hand in listed] == [0, 600]
    assert proofs.prove().broken == []


def test_a_pad_sends_one_and_a_correction_makes_another_hand_of_it():
    evening, table = at_a_table()
    named = replace(BOMB_POT, client_uuid=uuid4(), dealt_at=house_time.now())
    place = Place(Session.objects.get(table_id=table).pk, 1)
    hand = pad.record(table_id=table, place=place, summary=named, actor=evening.dealer).hand
    assert builders.balances("rake") == {}
    mended = corrections.correct(
        hand_id=hand.pk, version=hand.version, summary=replace(BOMB_POT, bomb_pot=False), reason="was none",
        actor=evening.floor,
    ).hand  # fmt: skip
    assert mended.result["rake"]["due_cents"] == 600
    assert builders.balances("rake") == {"rake/T07": 600}
    assert list(Assessment.objects.order_by("pk").values_list("sign", "bomb_pot")) == [
        (1, True), (-1, True), (1, False),
    ]  # fmt: skip
    assert both_ways() == [[], []]


def test_what_cannot_be_a_bomb_pot_is_refused():
    evening, table = at_a_table()
    given = {"evening": evening, "table": table}
    assert refused(record, **given, summary=replace(BOMB_POT, flop_seen=False)) == "bomb_pot_without_flop"
    change("UPDATE tables_game SET bomb_pot_ante_cents = NULL")
    assert refused(record, **given) == "no_bomb_pots"
    assert not Hand.objects.exists()


PLANTED = {
    "assessment": "UPDATE accounting_assessment SET bomb_pot = true",
    "record": """UPDATE tables_hand SET result = jsonb_set(result, '{bomb_pot}', 'true')""",
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_a_hand_that_was_made_a_bomb_pot_afterwards_is_found(planted):
    """It would owe nothing."""
    evening, table = at_a_table()
    record(evening, table, replace(BOMB_POT, bomb_pot=False))
    assert audited(evening) == (1, [])
    assert change(planted) == 1
    agree, differences = audited(evening)
    assert (agree, bool(differences)) == (0, True)
    found = Finding.objects.get(rule="FIGURES_DIFFER")
    assert found.facts["stored_bomb_pot"] is (planted == PLANTED["assessment"])
    assert found.facts["computed_bomb_pot"] is not found.facts["stored_bomb_pot"]
    assert proofs.prove().broken != []
