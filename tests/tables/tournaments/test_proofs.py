"""The audit of tournaments: an honest one yields nothing, every planted fault is named."""

from datetime import timedelta

import pytest

from accounting.models import Finding
from accounting.proof.services import proofs
from casino import house_time
from casino.errors import Refusal
from tables.audit.services import audits
from tables.models import ChipSetCheck, Prize, Tournament
from tables.prizes.services import advancing, eliminations, prizes, settling
from tables.prizes.services import proofs as tournament_proofs
from tables.prizes.services.eliminations import Out
from tables.rules.tournaments.shipped import TURBO
from tables.tournaments.services import chips
from tests import builders, databases, forging
from tests.builders import Evening
from tests.deciding import looking
from tests.tables.tournaments.tournament import EURO, SoldTournament, sold_tournament


def paid(evening: Evening, **terms: object) -> SoldTournament:
    """Three players; played, and every prize paid."""
    tournament = sold_tournament(evening, structure=TURBO, **terms)
    for number in range(3):
        tournament.enter(evening.guest(f"Guest {number}"))
    tournament.start(1)
    first, second, third = tournament.seated()
    prizes.fix(**tournament.seen, early=True, actor=evening.floor)
    for loser in (third, second):
        outs = [Out(loser.pk, (first.pk,))]
        eliminations.eliminate(**tournament.seen, outs=outs, actor=evening.floor)
    for prize in Prize.objects.filter(tournament=tournament.id, amount_cents__gt=0):
        looking(prizes.pay)(prize_id=prize.pk, window_id=tournament.window, actor=evening.cage)
    return tournament


def settled() -> SoldTournament:
    """500 euros guaranteed, bounties; settled."""
    tournament = paid(builders.evening(), guarantee_cents=500 * EURO, bounty_cents=10 * EURO)
    settling.settle(**tournament.seen, actor=tournament.evening.manager)
    return tournament


built, played = databases.shared(settled)


def findings(tournament: SoldTournament) -> dict[str, str]:
    audits.audit(day_id=tournament.evening.day.pk, actor=tournament.evening.manager)
    return dict(Finding.objects.values_list("rule", "subject"))


def test_an_honest_tournament_yields_nothing(played: SoldTournament) -> None:
    assert proofs.prove().broken == []
    assert findings(played) == {}


@pytest.mark.parametrize(
    ("change", "book", "what"),
    [
        ("UPDATE tables_purchase SET chips = chips + 1000 WHERE number = 2", "cage/K9", "changed after it was booked"),
        ("UPDATE tables_purchase SET fee_cents = 0 WHERE number = 1", "cage/K9", "changed after it was booked"),
        ("UPDATE tables_purchase SET number = 7 WHERE number = 3", "tournament/TURM", "receipts are there"),
        ("UPDATE tables_prize SET amount_cents = amount_cents + 1 WHERE number = 1", "cage/K9", "was changed"),
        ("UPDATE tables_tournament SET guarantee_cents = 60000", "tournament/TURM", "was changed"),
        ("UPDATE tables_draw SET seed = repeat('0', 64) WHERE drawn_at IS NOT NULL", "tournament/TURM", "seed"),
        (
            "UPDATE accounting_transfer SET amount_cents = 999 WHERE destination = 'fees/TURM' AND entry_id > 0",
            "cage/K9",
            "its transfers are not those of its receipt",
        ),
    ],
)
def test_whatever_is_changed_afterwards_is_found(played: SoldTournament, change: str, book: str, what: str) -> None:
    """By somebody who owns the database and switches its triggers off."""
    forging.change(change)
    broken = [(one.book, one.what) for one in proofs.prove().broken]
    assert any(found == book and what in said for found, said in broken), broken


def test_a_prize_that_is_more_than_the_pool_is_a_finding(played: SoldTournament) -> None:
    forging.change("UPDATE tables_prize SET amount_cents = amount_cents + 100 WHERE number = 1")
    assert findings(played)["TOURNAMENT_MONEY"].startswith(f"tournament:{played.id}")


def test_a_count_that_did_not_come_out_is_a_finding(played: SoldTournament) -> None:
    tournament = sold_tournament(played.evening, code="NEXT")
    for _guest in range(2):
        tournament.enter()
    tournament.start(1)
    counts = {one.pk: 3_950 for one in tournament.seated()}
    chips.count(**tournament.seen, counts=counts, explanation="ein Jeton fehlt", actor=tournament.evening.floor)
    assert findings(tournament)["TOURNAMENT_CHIPS"] == f"tournament:{tournament.id}#count1"


def test_a_chip_set_that_was_not_complete_is_a_finding(played: SoldTournament) -> None:
    """FinASVO NRW §21: also where it was explained."""
    tournament = sold_tournament(played.evening, code="NEXT", chip_set={"25": 80, "100": 80})
    said = {"found": {"25": 79, "100": 80}, "explanation": "einer fehlt", "actor": tournament.evening.floor}
    tournament.enter()
    chips.check_set(**tournament.seen, when=ChipSetCheck.When.START, **said)
    assert findings(tournament) == {"CHIP_SET_MISSING": f"tournament:{tournament.id}#start"}


def test_the_pool_that_a_flight_handed_on_is_under_its_entry(played: SoldTournament) -> None:
    evening = played.evening
    final = sold_tournament(evening, code="FINAL", structure=TURBO, buy_in_cents=0, fee_cents=0)
    flight = sold_tournament(evening, code="1A", structure=TURBO, final_id=final.id)
    for _guest in range(2):
        flight.enter()
    flight.start(1)
    prizes.fix(**flight.seen, early=True, actor=evening.floor)
    advancing.advance(**flight.seen, actor=evening.floor)
    assert list(tournament_proofs.prove()) == []
    forging.change("UPDATE tables_tournament SET final_id = NULL WHERE id = %s", flight.id)
    assert [one.book for one in tournament_proofs.prove()] == ["tournament/1A"]


@pytest.mark.parametrize("fee_cents", [0, 10 * EURO])
def test_nothing_of_the_pool_is_left_when_the_books_close(played: SoldTournament, fee_cents: int) -> None:
    """The pool is the players', also where the house took no fee."""
    tournament = paid(played.evening, code="FREE", fee_cents=fee_cents)
    forging.change("UPDATE accounting_place SET balance_cents = balance_cents + 100 WHERE name = 'prizes/FREE'")
    with pytest.raises(Refusal, match="pool_left"):
        settling.settle(**tournament.seen, actor=tournament.evening.manager)
    assert tournament.row.state == "finished"


def test_a_settlement_is_due_within_ten_days(played: SoldTournament) -> None:
    """NRW §23."""
    Tournament.objects.update(state="finished", finished_at=house_time.now() - timedelta(days=11), settled_at=None)
    assert findings(played)["SETTLEMENT_LATE"] == f"tournament:{played.id}"
