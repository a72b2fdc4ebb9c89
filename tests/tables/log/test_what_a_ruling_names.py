"""A ruling names what it is about and the rule it rests on; it is reversed only by another that names it."""

import pytest

from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.log.services import rulings
from tables.models import Ruling
from tests import builders, racing
from tests.forging import changed
from tests.tables.hands.playing import start
from tests.tables.rounds.banking import banked, play
from tests.tables.tournaments.tournament import sold_tournament


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def table(evening):
    table = evening.table()
    evening.sit(table, 20_000, 20_000)
    return table


@pytest.mark.django_db
class TestNames:
    def test_hand_guests_and_rule_and_all_of_it_is_in_the_chain(self, evening, table):
        hand, one, other = start(evening, table).hand, evening.guest(), evening.guest()
        row = rulings.record(
            table_id=table, hand_id=hand.pk, guest_ids=[one.pk, other.pk], rule=" WLA 137 ", text="Call stands.",
            actor=evening.floor,
        )  # fmt: skip
        assert (row.rule, set(row.guests.all())) == ("WLA 137", {one, other})
        assert proofs.prove().ok
        said = changed("UPDATE tables_ruling SET rule = 'WLA 138' WHERE id = %s", row.pk)
        assert [line[2] for line in said] == [f"ruling {row.pk} was changed after it was booked"]
        said = changed("DELETE FROM tables_ruling_guests WHERE ruling_id = %s", row.pk)
        assert [line[2] for line in said] == [f"ruling {row.pk} was changed after it was booked"]

    def test_a_round(self, evening):
        table = banked(evening)
        dealt = play(evening, table)
        assert (
            rulings.record(table_id=table, round_id=dealt.pk, text="Ante stands.", actor=evening.floor).round == dealt
        )

    def test_at_a_tournament_s_table_it_is_the_tournament_s(self, evening):
        played = sold_tournament(evening)
        for _guest in range(4):
            played.enter()
        played.start(1)
        row = rulings.record(table_id=played.tables[0], rule="TDA 1", text="Penalty: one round.", actor=evening.floor)
        assert row.tournament_id == played.id
        new = rulings.record(
            table_id=played.tables[0], text="A warning only.", reverses_id=row.pk, actor=evening.manager
        )
        assert new.tournament_id == played.id
        assert proofs.prove().ok

    def test_refusals(self, evening):
        table, other = evening.table(code="T08", dealt=False), banked(evening)
        dealt = play(evening, other)
        told = rulings.record(table_id=other, text="Ante stands.", actor=evening.floor)
        for code, values in (
            ("no_such_round", {"round_id": dealt.pk}),
            ("no_such_guest", {"guest_ids": [4711]}),
            ("text_too_long", {"rule": "x" * 121}),
            ("no_such_ruling", {"reverses_id": told.pk}),
        ):
            with pytest.raises(Refusal, match=code):
                rulings.record(**({"table_id": table, "text": "Fold.", "actor": evening.floor} | values))
        assert Ruling.objects.get() == told


@pytest.mark.django_db
class TestReversal:
    def test_names_the_old_one_and_is_about_the_same(self, evening, table):
        hand, guest = start(evening, table).hand, evening.guest()
        old = rulings.record(
            table_id=table, hand_id=hand.pk, guest_ids=[guest.pk], text="Call stands.", actor=evening.floor
        )
        new = rulings.record(table_id=table, text="It was a raise.", reverses_id=old.pk, actor=evening.manager)
        assert (new.reverses, new.hand, list(new.guests.all())) == (old, hand, [guest])
        old.refresh_from_db()
        assert (old.text, old.reversed_by) == ("Call stands.", new)
        assert proofs.prove().ok

    def test_once(self, evening, table):
        old = rulings.record(table_id=table, text="Call stands.", actor=evening.floor)
        rulings.record(table_id=table, text="It was a raise.", reverses_id=old.pk, actor=evening.manager)
        with pytest.raises(Refusal, match="ruling_reversed"):
            rulings.record(table_id=table, text="It was a call.", reverses_id=old.pk, actor=evening.manager)
        assert Ruling.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_reverse_one_ruling_and_the_second_is_told(evening, table, monkeypatch):
    old = rulings.record(table_id=table, text="Call stands.", actor=evening.floor)
    racing.meeting(monkeypatch, rulings, "_tournament")
    results = racing.at_once(
        lambda: rulings.record(table_id=table, text="Raise.", reverses_id=old.pk, actor=evening.floor),
        lambda: rulings.record(table_id=table, text="Fold.", reverses_id=old.pk, actor=evening.manager),
    )
    assert racing.refusals(results) == ["ruling_reversed"]
    assert Ruling.objects.filter(reverses=old).count() == 1
