"""What is still owed follows from payouts, eliminations and deals: whatever is changed before it is paid is named."""

import pytest

from tables.models import Prize
from tables.prizes.services import deals, eliminations, prize_proofs, prizes
from tables.prizes.services.eliminations import Out
from tables.prizes.services.prizes import Scheme
from tables.rules.tournaments.shipped import TURBO
from tests import builders, databases, forging
from tests.tables.tournaments.tournament import EURO, SoldTournament, sold_tournament

UNPAID = "is not what its place is worth, or is another's"
NOT_WON = "are not those that were agreed or won"


def unpaid() -> SoldTournament:
    """Four with bounties: two out, a deal of the other two, the second out too; nothing is paid yet."""
    evening = builders.evening()
    tournament = sold_tournament(evening, structure=TURBO, bounty_cents=20 * EURO)
    for number in range(4):
        tournament.enter(evening.guest(f"Guest {number}"))
    tournament.start(1)
    by = {"actor": evening.floor}
    prizes.fix(**tournament.seen, scheme=Scheme(shares_bp=(5_000, 3_000, 2_000)), early=True, **by)
    first, second, third, fourth = tournament.seated()
    for loser in (fourth, third):
        eliminations.eliminate(**tournament.seen, outs=[Out(loser.pk, (first.pk,))], **by)
    shares = {first.pk: 170 * EURO, second.pk: 130 * EURO}
    deals.agree(**tournament.seen, method=None, shares_cents=shares, played_for_cents=20 * EURO, **by)
    eliminations.eliminate(**tournament.seen, outs=[Out(second.pk, (first.pk,))], **by)
    return tournament


built, owing = databases.shared(unpaid)


def found() -> list[str]:
    """What the prover says of the tournament."""
    broken = list(prize_proofs.prove())
    assert {(one.book, one.number) for one in broken} <= {("tournament/TURM", None)}
    return [one.what for one in broken]


def test_what_is_owed_honestly_yields_nothing(owing: SoldTournament) -> None:
    assert owing.row.state == "finished"
    assert set(Prize.objects.values_list("kind", flat=True)) == {"place", "deal", "bounty"}
    assert found() == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE tables_prize SET amount_cents = amount_cents + 1 WHERE place = 3", [UNPAID]),
        ("UPDATE tables_prize SET amount_cents = 100 WHERE place = 2", [UNPAID]),
        ("UPDATE tables_prize SET entrant_id = (SELECT entrant_id FROM tables_prize WHERE place = 1) WHERE place = 3",
         [UNPAID]),
        ("UPDATE tables_prize SET entrant_id = NULL WHERE place = 3", [UNPAID]),
        ("UPDATE tables_tournament SET payouts = '[2000]'", [UNPAID] * 9),
        ("UPDATE tables_prize SET amount_cents = amount_cents + 1 WHERE kind = 'deal' AND number = 6",
         ["the prizes by deal " + NOT_WON]),
        ("DELETE FROM tables_prize WHERE kind = 'deal' AND number = 6", ["the prizes by deal " + NOT_WON]),
        ("UPDATE tables_prize SET amount_cents = amount_cents + 1 WHERE kind = 'bounty' AND number = 4",
         ["the prizes by bounty " + NOT_WON]),
        ("DELETE FROM tables_prize WHERE kind = 'bounty'", ["the prizes by bounty " + NOT_WON]),
        ("UPDATE tables_entrant SET tied = 2 WHERE place = 4", ["is not out at the place of their elimination"]),
        ("UPDATE tables_entrant SET place = 5 - place WHERE place IN (2, 3)",
         [UNPAID, UNPAID, "is not out at the place of their elimination"]),
        ("UPDATE tables_elimination SET undone_at = now() WHERE number = 1",
         ["the prizes by bounty " + NOT_WON, "is out, but no elimination says so"]),
    ],
)  # fmt: skip
def test_whatever_is_changed_before_it_is_paid_is_named(owing: SoldTournament, change: str, said: list[str]) -> None:
    assert forging.change(change)
    broken = found()
    assert len(broken) == len(said), broken
    assert all(part in what for part, what in zip(said, broken, strict=True)), broken
