"""Two of the floor send one dealer to two places at once: one of them wins, the other is told."""

import pytest
from django.db import IntegrityError

from tables import locks
from tables.dealers.services import breaks, duties, reliefs
from tables.models import DealerBreak, Down
from tests import builders, racing
from tests.tables.dealers.rota import Rota

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rota() -> Rota:
    rota = Rota(builders.evening(), builders.user("integrator"))
    rota.keep_rota()
    return rota


@pytest.fixture
def unlocked(monkeypatch):
    """Take the dealers' lock away: what happens then is what it is there for."""
    monkeypatch.setattr(
        locks, "dealers", lambda ids: {row.pk: row for row in locks.get_user_model().objects.filter(pk__in=list(ids))}
    )


class TestTwoTables:
    def race(self, rota, monkeypatch):
        first, second = rota.evening.table(code="T1", dealt=False), rota.evening.table(code="T2", dealt=False)
        anna = rota.hire("anna")
        racing.meeting(monkeypatch, reliefs, "write")
        return racing.at_once(lambda: rota.push(first, anna), lambda: rota.push(second, anna))

    def test_without_the_lock_the_exclusion_stands_between_them(self, rota, monkeypatch, unlocked):
        assert racing.refusals(self.race(rota, monkeypatch)) == ["deals_elsewhere"]
        assert Down.objects.count() == 1

    def test_with_it_the_second_sees_where_he_deals(self, rota, monkeypatch):
        created = []
        plain = Down.objects.create
        monkeypatch.setattr(Down.objects, "create", lambda **row: created.append(row) or plain(**row))
        assert racing.refusals(self.race(rota, monkeypatch)) == ["deals_elsewhere"]
        assert len(created) == Down.objects.count() == 1, "the second did not get as far as the constraint"


class TestPushAgainstBreak:
    def race(self, rota, monkeypatch):
        table, anna = rota.evening.table(dealt=False), rota.hire("anna")
        meeting = racing.meeting
        meeting(monkeypatch, reliefs, "write")
        results = racing.at_once(
            lambda: rota.push(table, anna),
            lambda: breaks.send(house_id=rota.house_id, dealer_id=anna.pk, actor=rota.evening.floor),
        )
        return results, Down.objects.count() + DealerBreak.objects.count()

    def test_without_the_lock_the_trigger_stands_between_them(self, rota, monkeypatch, unlocked):
        """Both have seen him free; the database keeps him in one place."""
        results, places = self.race(rota, monkeypatch)
        assert places == 1
        assert len(racing.refusals(results)) + sum(isinstance(one, IntegrityError) for one in results) == 1

    def test_with_it_one_of_them_is_told(self, rota, monkeypatch):
        results, places = self.race(rota, monkeypatch)
        assert places == 1
        assert racing.refusals(results) in (["deals_now"], ["on_break"])


class TestTwoBreaks:
    def race(self, rota, monkeypatch):
        anna = rota.hire("anna")
        racing.meeting(monkeypatch, duties, "send_on_break")

        def send():
            return breaks.send(house_id=rota.house_id, dealer_id=anna.pk, actor=rota.evening.floor)

        return racing.at_once(send, send)

    def test_without_the_lock_the_exclusion_stands_between_them(self, rota, monkeypatch, unlocked):
        assert len(racing.refusals(self.race(rota, monkeypatch))) == 1
        assert DealerBreak.objects.count() == 1

    def test_with_it_the_second_is_told(self, rota, monkeypatch):
        assert racing.refusals(self.race(rota, monkeypatch)) == ["on_break"]
        assert DealerBreak.objects.count() == 1


def test_two_lines_over_the_same_tables_are_pushed_one_after_the_other(rota):
    """Each names tables and dealers in another order; neither waits for the other for ever."""
    tables = [rota.evening.table(code=code, dealt=False) for code in ("T1", "T2")]
    people = [rota.hire(name) for name in ("anna", "boris", "clara", "dora")]
    first = rota.wanted((tables[0], people[0]), (tables[1], people[1]))
    second = rota.wanted((tables[1], people[2]), (tables[0], people[3]))
    results = racing.at_once(lambda: rota.pushed(first), lambda: rota.pushed(second))
    assert sorted(results) == [["done", "done"], ["stale", "stale"]]
    assert Down.objects.filter(ended_at=None).count() == 2
