"""A tournament with re-entries plays itself to a champion, and every chip and every cent is where it belongs.

`ENTRIES=500 pytest -n0 tests/tables/tournaments/test_to_a_champion.py` plays so many entries; CI plays fewer.
"""

import os
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest

from accounting.proof.services import proofs
from casino import house_time
from tables.models import Entrant, Prize, Purchase, SeatChange, TournamentTable
from tables.prizes.services import eliminations, prizes, settling
from tables.prizes.services.eliminations import Out
from tables.rules.blinds import Positions, next_positions, positions_from_button
from tables.rules.rule_sets import rule_set
from tables.rules.tournaments.shipped import TURBO
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import balance, chips, seats
from tests import builders
from tests.deciding import looking
from tests.tables.tournaments.tournament import EURO, SoldTournament, sold_tournament

pytestmark = pytest.mark.django_db

ENTRIES = int(os.environ.get("ENTRIES", "40"))
HANDS_A_LEVEL = 6
HOUSE = rule_set("house/1")


@dataclass
class Play:
    """What really happens at the tables: who holds what, where the button is."""

    tournament: SoldTournament
    chance: Random
    stacks: dict[int, int] = field(default_factory=dict)
    last: dict[int, Positions] = field(default_factory=dict)
    re_entries: int = 0

    def sitting(self) -> dict[int, dict[int, Entrant]]:
        """By furniture and seat."""
        found: dict[int, dict[int, Entrant]] = {}
        for one in self.tournament.seated():
            assert one.table
            assert one.seat
            found.setdefault(one.table.table_id, {})[one.seat] = one
            self.stacks.setdefault(one.pk, one.chips)
        return found

    def hand(self, table_id: int, players: dict[int, Entrant], big_blind: int) -> Out | None:
        """Somebody wins chips of somebody else; the fewer big blinds they have, the likelier all of them."""
        before = self.last.get(table_id)
        self.last[table_id] = (
            next_positions(before, players, HOUSE)
            if before
            else positions_from_button(min(players), list(players), HOUSE)
        )
        winner, loser = self.chance.sample(sorted(players.values(), key=lambda one: one.pk), 2)
        at_risk = min(self.stacks[winner.pk], self.stacks[loser.pk])
        is_all_in = at_risk < big_blind * self.chance.randint(2, 60)
        lost = at_risk if is_all_in else min(at_risk, big_blind * self.chance.randint(1, 3))
        began_with = self.stacks[loser.pk]
        self.stacks[winner.pk] += lost
        self.stacks[loser.pk] -= lost
        if self.stacks[loser.pk]:
            return None
        del self.stacks[loser.pk]
        return Out(loser.pk, (winner.pk,), began_with)

    def round(self, big_blind: int) -> None:
        """A hand at every table; who is out is put out, tables are balanced."""
        actor = self.tournament.evening.floor
        before = self.last.copy()
        for table_id, players in sorted(self.sitting().items()):
            if len(players) < 2:
                continue
            out = self.hand(table_id, players, big_blind)
            if out is not None:
                eliminations.eliminate(**self.tournament.seen, outs=[out], actor=actor)
                if self.tournament.row.state == "finished":
                    return
                self.perhaps_again(out)
        moved = {table_id: place for table_id, place in self.last.items() if before.get(table_id) != place}
        open_now = set(TournamentTable.objects.filter(closed_at=None).values_list("table_id", flat=True))
        seats.set_buttons(
            **self.tournament.seen, positions={one: moved[one] for one in moved if one in open_now}, actor=actor
        )
        self.balance()

    def perhaps_again(self, out: Out) -> None:
        """Half of those who may enter again do."""
        row = self.tournament.row
        entrant = Entrant.objects.get(pk=out.entrant_id)
        late = facts.structure(row).takes_entries(facts.clock(row, house_time.now()).item_index)
        first = Purchase.objects.filter(entrant=entrant, kind="entry").exists()
        if late and first and row.closed_at is None and self.chance.random() < 0.5:
            self.tournament.enter(entrant.guest)
            self.re_entries += 1

    def balance(self) -> None:
        """Nobody comes to sit where the next small blind is; afterwards no table is two short."""
        last = SeatChange.objects.count()
        small_blinds = {
            (table.pk, table.big_blind_seat)
            for table in TournamentTable.objects.filter(closed_at=None).exclude(big_blind_seat=None)
            if len(self.sitting()[table.table_id]) > 1
        }
        made = balance.balance(**self.tournament.seen, actor=self.tournament.evening.floor)
        if made.is_redraw:
            self.last.clear()
        else:
            for change in SeatChange.objects.filter(number__gt=last):
                assert (change.to_table_id, change.to_seat) not in small_blinds
        sizes = [len(players) for players in self.sitting().values()]
        assert made.waits_to_break is not None or max(sizes) - min(sizes) <= 1, sizes


@pytest.mark.release("a whole tournament; the gate plays parts of one")
def test_to_a_champion() -> None:
    evening, chance = builders.evening(), Random(20261121)
    tournament = sold_tournament(evening, structure=TURBO, guarantee_cents=ENTRIES * 130 * EURO, bounty_cents=25 * EURO)
    for number in range(ENTRIES):
        tournament.enter(evening.guest(f"Guest {number}"))
    play = Play(tournament, chance)
    clock = [house_time.now()]
    with house_time.shown_by(lambda: clock[0]):
        tournament.start(-(-ENTRIES // 8))
        while tournament.row.state == "running":
            play_a_level(play, clock)
        check_the_end(tournament, play)


def play_a_level(play: Play, clock: list[datetime]) -> None:
    """Six hands at every table, then all chips are counted: they are what was issued."""
    tournament = play.tournament
    row = tournament.row
    view = facts.clock(row, clock[0])
    level = view.level or view.next_level
    assert level is not None
    if row.closed_at is None and not facts.structure(row).takes_entries(view.item_index):
        prizes.fix(**tournament.seen, actor=tournament.evening.floor)
    for _hand in range(HANDS_A_LEVEL):
        play.round(level.big_blind)
        if tournament.row.state == "finished":
            return
    clock[0] += timedelta(milliseconds=view.remaining_ms)
    play.sitting()
    assert sum(play.stacks.values()) == facts.issued(row)
    chips.count(**tournament.seen, counts=play.stacks, actor=tournament.evening.floor)


def check_the_end(tournament: SoldTournament, play: Play) -> None:
    """One has all chips; pool and fees are the money taken, the prizes are the pool, and at the end nothing is left."""
    row, manager = tournament.row, tournament.evening.manager
    (champion,) = tournament.seated()
    sold = Purchase.objects.count()
    assert sold == ENTRIES + play.re_entries
    assert play.re_entries > ENTRIES // 10
    assert play.stacks == {champion.pk: sold * 4_000}
    assert champion.chips == facts.issued(row) == sold * 4_000
    places = sorted(Entrant.objects.values_list("place", flat=True))
    assert places == list(range(1, sold + 1)), "nobody tied, nobody forgotten"
    taken = facts.money(row)
    assert taken.pool_cents + taken.bounty_cents + taken.fee_cents == sold * 135 * EURO
    overlay = max(0, ENTRIES * 130 * EURO - sold * 100 * EURO)
    assert taken.overlay_cents == overlay
    assert sum(row.payouts) == taken.pool_cents + overlay
    paid = sum(Prize.objects.values_list("amount_cents", flat=True))
    assert paid == taken.prizes_cents == sold * 125 * EURO + overlay
    for prize in Prize.objects.filter(amount_cents__gt=0).order_by("number"):
        looking(prizes.pay)(prize_id=prize.pk, window_id=tournament.window, actor=tournament.evening.cage)
    held = builders.balances()
    assert "prizes/TURM" not in held
    assert held["fees/TURM"] == sold * 10 * EURO
    settling.settle(**tournament.seen, actor=manager)
    assert "fees/TURM" not in builders.balances()
    assert not TournamentTable.objects.filter(closed_at=None).exists()
    assert proofs.prove().broken == []
