"""Places, bounties, prizes, deals, seats won: every cent of the pool is somebody's, and is paid once."""

from collections.abc import Callable

import pytest

from accounting.days.services import houses
from accounting.proof.services import proofs
from casino.selectors.decisions import FIXER, PAYER, SETTLER
from tables.models import ChipSetCheck, Elimination, Entrant, Prize, Tournament
from tables.prizes.selectors.prizes import PRIZES
from tables.prizes.services import advancing, deals, eliminations, prizes, settling
from tables.prizes.services.eliminations import Out
from tables.prizes.services.prizes import Scheme
from tables.rules.tournaments.deals import Method
from tables.rules.tournaments.shipped import DEEP_STACK, TURBO
from tables.tournaments.selectors import standing as facts
from tables.tournaments.selectors.standing import SETTLEMENTS
from tables.tournaments.services import chips, clock, seats
from tests import builders
from tests.builders import Evening
from tests.deciding import looking
from tests.forging import change
from tests.tables.tournaments.tournament import DRAWER, EURO, SoldTournament, sold_tournament

Refused = Callable[..., str]
TWO_PLACES = Scheme(shares_bp=(6_000, 4_000))


def started(evening: Evening, players: int, **terms: object) -> SoldTournament:
    """TURBO with so many at one table."""
    tournament = sold_tournament(evening, structure=TURBO, **terms)
    for number in range(players):
        tournament.enter(evening.guest(f"Guest {number + 1}"))
    tournament.start(1)
    return tournament


def fix(tournament: SoldTournament, scheme: Scheme | None = None) -> None:
    prizes.fix(**tournament.seen, scheme=scheme, early=True, actor=tournament.evening.floor)


def out(tournament: SoldTournament, *busts: tuple[Entrant, Entrant]) -> Elimination:
    """Each with who took his chips."""
    outs = [Out(loser.pk, (winner.pk,)) for loser, winner in busts]
    return eliminations.eliminate(**tournament.seen, outs=outs, actor=tournament.evening.floor)


def pay_all(tournament: SoldTournament) -> None:
    for prize in Prize.objects.filter(tournament_id=tournament.id, amount_cents__gt=0, paid_at=None):
        looking(prizes.pay)(prize_id=prize.pk, window_id=tournament.window, actor=tournament.evening.cage)


def test_everybody_at_his_place_and_the_champion(evening: Evening) -> None:
    """K2: knock-out until one player has all chips."""
    tournament = started(evening, 4)
    first, second, third, fourth = tournament.seated()
    fix(tournament, TWO_PLACES)
    assert tournament.row.payouts == [240 * EURO, 160 * EURO]
    out(tournament, (fourth, first))
    out(tournament, (third, first))
    out(tournament, (second, first))
    assert tournament.row.state == "finished"
    assert dict(Entrant.objects.values_list("number", "place")) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert tournament.seated()[0].chips == 16_000
    paid = dict(Prize.objects.values_list("entrant__number", "amount_cents"))
    assert paid == {1: 240 * EURO, 2: 160 * EURO}
    pay_all(tournament)
    settling.settle(**tournament.seen, actor=evening.manager)
    assert builders.balances().get("prizes/TURM", 0) == 0
    assert builders.balances()["cash/K9"] == DRAWER + 40 * EURO, "the fees"
    assert proofs.prove().broken == []


def test_who_goes_out_in_one_hand_with_equal_stacks_shares(evening: Evening) -> None:
    """WSOP: equal stacks share the place and its money, to the cent."""
    tournament = started(evening, 3, buy_in_cents=10_001, payout_unit_cents=1)
    first, second, third = tournament.seated()
    fix(tournament, Scheme(shares_bp=(5_000, 3_000, 2_000)))
    out(tournament, (second, first), (third, first))
    tied = list(Entrant.objects.exclude(pk=first.pk).values_list("place", "tied"))
    assert tied == [(2, 2), (2, 2)]
    amounts = sorted(Prize.objects.exclude(entrant=first).values_list("amount_cents", flat=True))
    assert sum(amounts) == sum(tournament.row.payouts[1:])
    assert amounts[1] - amounts[0] in (0, 1)
    assert sum(Prize.objects.values_list("amount_cents", flat=True)) == 30_003


def test_more_chips_at_the_start_of_the_hand_place_higher(evening: Evening) -> None:
    tournament = started(evening, 3)
    first, second, third = tournament.seated()
    counts = {first.pk: 6_000, second.pk: 2_500, third.pk: 3_500}
    chips.count(**tournament.seen, counts=counts, actor=evening.floor)
    fix(tournament)
    out(tournament, (second, first), (third, first))
    assert dict(Entrant.objects.values_list("number", "place")) == {1: 1, 2: 3, 3: 2}


def test_two_tables_only_hand_for_hand(evening: Evening, refused: Refused) -> None:
    tournament = sold_tournament(evening, structure=TURBO)
    for _guest in range(4):
        tournament.enter()
    tournament.start(2)
    left = {one.pk: one for one in tournament.seated()}
    tables = sorted({one.table_id for one in left.values()})
    pairs = [[one for one in left.values() if one.table_id == table] for table in tables]
    busts = [(pair[0], pair[1]) for pair in pairs]
    assert refused(out, tournament, *busts) == "not_hand_for_hand"
    clock.hand_for_hand(**tournament.seen, on=True, actor=evening.floor)
    out(tournament, *busts)
    assert set(Entrant.objects.filter(state="out").values_list("place", "tied")) == {(3, 2)}, "WSOP: they tie"


def test_an_elimination_is_taken_back_whole(evening: Evening, refused: Refused) -> None:
    tournament = started(evening, 3, bounty_cents=20 * EURO)
    first, second, _third = tournament.seated()
    before = list(Entrant.objects.order_by("pk").values("state", "chips", "place", "seat"))
    out(tournament, (second, first))
    assert Prize.objects.get().amount_cents == 20 * EURO
    eliminations.undo(**tournament.seen, actor=evening.floor)
    assert list(Entrant.objects.order_by("pk").values("state", "chips", "place", "seat")) == before
    assert Prize.objects.get().amount_cents == 0
    assert refused(eliminations.undo, **tournament.seen, actor=evening.floor) == "no_elimination"
    out(tournament, (second, first))
    left = [first.pk, _third.pk]
    chips.count(**tournament.seen, counts={left[0]: 8_000, left[1]: 4_000}, actor=evening.floor)
    assert refused(eliminations.undo, **tournament.seen, actor=evening.floor) == "too_late"


@pytest.mark.parametrize(("paid_bp", "amounts"), [(10_000, [20, 20, 20, 20]), (5_000, [10, 15, 10, 45])])
def test_bounties_plain_and_progressive(evening: Evening, paid_bp: int, amounts: list[int]) -> None:
    """Half of a progressive bounty is paid, half goes on the winner's head; the champion has his own at the end."""
    tournament = started(evening, 4, bounty_cents=20 * EURO, bounty_paid_bp=paid_bp)
    first, second, third, fourth = tournament.seated()
    out(tournament, (fourth, third))  # 10 to the third, whose head is worth 30
    out(tournament, (third, second))  # 15 to the second, whose head is worth 35
    fix(tournament)
    assert Prize.objects.filter(kind="bounty").count() == 2
    counts = {first.pk: 10_000, second.pk: 6_000}
    chips.count(**tournament.seen, counts=counts, actor=evening.floor)
    out(tournament, (first, second))  # 10 to the second, who has 35 + 10 on his own head
    found = list(Prize.objects.filter(kind="bounty").order_by("number").values_list("amount_cents", flat=True))
    assert found == [euros * EURO for euros in amounts]
    assert sum(found) == 80 * EURO
    pay_all(tournament)
    assert "prizes/TURM" not in builders.balances()


def test_the_house_makes_up_what_it_guaranteed(evening: Evening) -> None:
    tournament = started(evening, 3, guarantee_cents=1_000 * EURO)
    fix(tournament)
    assert builders.balances()["prizes/TURM"] == 1_000 * EURO
    assert sum(tournament.row.payouts) == 1_000 * EURO
    assert facts.money(tournament.row).overlay_cents == 700 * EURO


def test_prizes_are_fixed_when_nothing_is_sold_any_more(evening: Evening, refused: Refused, later) -> None:
    tournament = started(evening, 3)
    assert refused(prizes.fix, **tournament.seen, actor=evening.floor) == "registration_open"
    later(minutes=51)
    unknown = {"scheme": Scheme(table="none/1"), "actor": evening.floor}
    assert refused(prizes.fix, **tournament.seen, **unknown) == "no_such_payout_table"
    prizes.fix(**tournament.seen, actor=evening.floor)
    assert refused(tournament.enter) == "registration_over"
    assert refused(prizes.fix, **tournament.seen, actor=evening.floor) == "prizes_fixed"


def test_a_prize_is_paid_once_and_only_to_somebody(evening: Evening, refused: Refused) -> None:
    tournament = started(evening, 3)
    first, second, third = tournament.seated()
    fix(tournament, TWO_PLACES)
    said = {"window_id": tournament.window, "actor": evening.cage}
    top, runner_up = Prize.objects.order_by("place")
    assert refused(looking(prizes.pay), prize_id=top.pk, **said) == "prize_open"
    out(tournament, (third, first))
    out(tournament, (second, first))
    assert refused(settling.settle, **tournament.seen, actor=evening.manager) == "prizes_unpaid"
    looking(prizes.pay)(prize_id=runner_up.pk, **said)
    assert refused(looking(prizes.pay), prize_id=runner_up.pk, **said) == "prize_paid"
    assert (
        refused(looking(prizes.pay), prize_id=top.pk, window_id=tournament.window, actor=evening.floor) == "not_allowed"
    )


def test_whoever_fixes_pays_nothing_and_whoever_pays_settles_nothing(evening: Evening, refused: Refused) -> None:
    """A manager may do each of the three, and alone could pay a prize that nobody won."""
    tournament, manager = started(evening, 3), evening.manager
    first, second, third = tournament.seated()
    prizes.fix(**tournament.seen, scheme=TWO_PLACES, early=True, actor=manager)
    out(tournament, (third, first))
    out(tournament, (second, first))
    for prize in Prize.objects.all():
        pay = {"prize_id": prize.pk, "window_id": tournament.window}
        assert refused(looking(prizes.pay), **pay, actor=manager) == "two_people"
        looking(prizes.pay)(**pay, actor=evening.second_manager)
    assert refused(settling.settle, **tournament.seen, actor=evening.second_manager) == "two_people"
    settling.settle(**tournament.seen, actor=manager)


def test_whoever_agrees_a_deal_does_not_pay_it(evening: Evening, refused: Refused) -> None:
    tournament, manager = started(evening, 3), evening.manager
    fix(tournament, TWO_PLACES)
    shares = {entrant.pk: 100 * EURO for entrant in tournament.seated()}
    deals.agree(**tournament.seen, method=None, shares_cents=shares, actor=manager)
    pay = {"prize_id": Prize.objects.filter(kind="deal").earliest("pk").pk, "window_id": tournament.window}
    assert refused(looking(prizes.pay), **pay, actor=manager) == "two_people"
    looking(prizes.pay)(**pay, actor=evening.cage)


def test_a_house_may_have_one_person_do_it_all(evening: Evening) -> None:
    """And each row says so for ever, whatever the house asks for later."""
    houses.set_money_by_two(code=evening.house.code, is_on=False)
    tournament, manager = started(evening, 2), evening.manager
    first, second = tournament.seated()
    prizes.fix(**tournament.seen, early=True, actor=manager)
    out(tournament, (second, first))
    for prize in Prize.objects.filter(amount_cents__gt=0):
        looking(prizes.pay)(prize_id=prize.pk, window_id=tournament.window, actor=manager)
    settling.settle(**tournament.seen, actor=manager)
    houses.set_money_by_two(code=evening.house.code, is_on=True)
    assert set(Prize.objects.filter(amount_cents__gt=0).values_list("paid_alone", flat=True)) == {True}
    assert Tournament.objects.get().settled_alone
    assert (PRIZES.broken(), SETTLEMENTS.broken()) == ([], [])
    paid = Prize.objects.filter(amount_cents__gt=0).latest("pk")
    change("ALTER TABLE tables_prize DROP CONSTRAINT prize_paid_by_another")
    builders.past_the_guards("UPDATE tables_prize SET paid_alone = false WHERE id = %s", paid.pk)
    builders.past_the_guards("UPDATE tables_tournament SET settled_alone = false")
    assert PRIZES.broken() == [(paid.pk, FIXER, PAYER)]
    assert SETTLEMENTS.broken() == [(Tournament.objects.get().pk, PAYER, SETTLER)]


def test_a_prize_that_changed_since_it_was_seen_is_not_paid(evening: Evening, refused: Refused) -> None:
    tournament = started(evening, 3)
    first, second, third = tournament.seated()
    fix(tournament, TWO_PLACES)
    out(tournament, (third, first))
    out(tournament, (second, first))
    prize = Prize.objects.get(place=2)
    seen = PRIZES.seen(prize)
    builders.past_the_guards("UPDATE tables_prize SET amount_cents = amount_cents + 100 WHERE id = %s", prize.pk)
    pay = {"prize_id": prize.pk, "window_id": tournament.window, "actor": evening.cage}
    assert refused(prizes.pay, **pay, seen=seen) == "stale"
    assert looking(prizes.pay)(**pay).paid_alone is False


def test_the_chip_set_is_found_complete_before_the_books_close(evening: Evening, refused: Refused) -> None:
    """FinASVO NRW §21."""
    whole = {"25": 80, "100": 80}
    tournament = sold_tournament(evening, structure=TURBO, chip_set=whole)
    check = {"found": whole, "actor": evening.floor}
    for _guest in range(2):
        tournament.enter()
    chips.check_set(**tournament.seen, when=ChipSetCheck.When.START, **check)
    tournament.start(1)
    chips.check_set(**tournament.seen, when=ChipSetCheck.When.RE_ENTRY, **check)
    fix(tournament)
    first, second = tournament.seated()
    out(tournament, (second, first))
    pay_all(tournament)
    assert refused(settling.settle, **tournament.seen, actor=evening.manager) == "chip_set_unchecked"
    chips.check_set(**tournament.seen, when=ChipSetCheck.When.END, **check)
    settling.settle(**tournament.seen, actor=evening.manager)
    assert tournament.row.state == "settled"


def test_nothing_is_divided_before_the_prizes_are_fixed_and_only_among_those_left(
    evening: Evening, refused: Refused
) -> None:
    tournament = started(evening, 3)
    first, second, third = tournament.seated()
    agree = {"method": None, "actor": evening.floor}
    all_of_it = {first.pk: 200 * EURO, second.pk: 100 * EURO}
    assert refused(deals.agree, **tournament.seen, shares_cents=all_of_it, **agree) == "no_deal"
    fix(tournament, TWO_PLACES)
    out(tournament, (third, first))
    for shares in ({first.pk: 300 * EURO}, all_of_it | {third.pk: 0}, {first.pk: 200 * EURO, third.pk: 100 * EURO}):
        assert refused(deals.agree, **tournament.seen, shares_cents=shares, **agree) == "deal_players"
    deals.agree(**tournament.seen, shares_cents=all_of_it, **agree)


def test_seats_are_not_divided(evening: Evening, refused: Refused) -> None:
    main = sold_tournament(evening, code="MAIN", buy_in_cents=180 * EURO, fee_cents=20 * EURO)
    tournament = started(evening, 2, seat_for_id=main.id)
    fix(tournament)
    shares = {one.pk: 100 * EURO for one in tournament.seated()}
    said = {"method": None, "shares_cents": shares, "actor": evening.floor}
    assert refused(deals.agree, **tournament.seen, **said) == "no_deal"


def test_a_prize_of_a_place_is_no_seat_and_not_every_tournament_is_a_flight(evening: Evening, refused: Refused) -> None:
    tournament = started(evening, 2)
    first, second = tournament.seated()
    assert refused(advancing.advance, **tournament.seen, actor=evening.floor) == "no_flight"
    fix(tournament)
    out(tournament, (second, first))
    assert refused(advancing.award_seat, prize_id=Prize.objects.get(place=1).pk, actor=evening.floor) == "no_seat_won"


def test_an_elimination_stays_where_somebody_else_has_the_seat(evening: Evening, refused: Refused) -> None:
    tournament = started(evening, 3)
    first, second, third = tournament.seated()
    out(tournament, (third, first))
    assert third.table is not None
    seats.move(
        **tournament.seen,
        entrant_id=second.pk,
        table_id=third.table.table_id,
        seat=third.seat or 0,
        reason="falsch gesetzt",
        actor=evening.floor,
    )
    assert refused(eliminations.undo, **tournament.seen, actor=evening.floor) == "too_late"


@pytest.mark.parametrize("method", [*Method, None])
def test_a_deal_is_exactly_what_there_is(evening: Evening, refused: Refused, method: Method | None) -> None:
    tournament = started(evening, 5)
    first, second, third, fourth, fifth = tournament.seated()
    fix(tournament, Scheme(shares_bp=(5_000, 3_000, 2_000)))
    out(tournament, (fifth, first))
    out(tournament, (fourth, second))
    counts = {first.pk: 9_000, second.pk: 7_000, third.pk: 4_000}
    chips.count(**tournament.seen, counts=counts, actor=evening.floor)
    shares = {first.pk: 200 * EURO, second.pk: 150 * EURO, third.pk: 100 * EURO} if method is None else None
    agree = {"method": method, "shares_cents": shares, "actor": evening.floor}
    if method is None:
        assert refused(deals.agree, **tournament.seen, **agree) == "deal_sum"
    deals.agree(**tournament.seen, **agree, played_for_cents=50 * EURO)
    assert sum(Prize.objects.values_list("amount_cents", flat=True)) == 500 * EURO
    out(tournament, (third, first))
    out(tournament, (second, first))
    assert Prize.objects.get(kind="place", place=1).amount_cents == 50 * EURO
    pay_all(tournament)
    settling.settle(**tournament.seen, actor=evening.manager)
    assert "prizes/TURM" not in builders.balances()


def test_a_satellite_ends_when_those_left_have_won_seats(evening: Evening, refused: Refused) -> None:
    main = sold_tournament(evening, code="MAIN", buy_in_cents=180 * EURO, fee_cents=20 * EURO)
    tournament = started(evening, 5, seat_for_id=main.id)
    players = tournament.seated()
    fix(tournament)
    assert tournament.row.payouts == [200 * EURO, 200 * EURO, 100 * EURO], "two seats, and the rest to the third place"
    for loser in players[:1:-1]:
        out(tournament, (loser, players[0]))
    assert tournament.row.state == "finished"
    for prize in Prize.objects.filter(kind="seat"):
        won = advancing.award_seat(prize_id=prize.pk, actor=evening.floor)
        assert (won.kind, won.pool_cents, won.fee_cents) == ("seat_won", 180 * EURO, 20 * EURO)
    assert builders.balances()["prizes/MAIN"] == 360 * EURO
    assert builders.balances()["fees/MAIN"] == 40 * EURO
    assert refused(main.enter, players[0].guest) == "plays_already"
    pay_all(tournament)
    settling.settle(**tournament.seen, actor=evening.manager)
    assert proofs.prove().broken == []


def test_flights_meet_in_the_final_with_their_stacks_and_the_pool(evening: Evening, refused: Refused) -> None:
    """Who comes through two flights plays the larger stack; the fee of each flight stays its own."""
    final = sold_tournament(evening, code="FINAL", structure=DEEP_STACK, buy_in_cents=0, fee_cents=0)
    star = evening.guest("Star")
    for code, stack in (("1A", 40_000), ("1B", 50_000)):
        flight = sold_tournament(evening, code=code, structure=DEEP_STACK, final_id=final.id)
        others = [evening.guest(), evening.guest()]
        for guest in (star, *others):
            flight.enter(guest)
        flight.start(1)
        survivor, other, bust = flight.seated()
        out(flight, (bust, other))
        chips.count(**flight.seen, counts={survivor.pk: stack, other.pk: 90_000 - stack}, actor=evening.floor)
        assert refused(advancing.advance, **flight.seen, actor=evening.floor) == "registration_open"
        fix(flight)
        advancing.advance(**flight.seen, actor=evening.floor)
        settling.settle(**flight.seen, actor=evening.manager)
    entered = dict(Entrant.objects.filter(tournament_id=final.id).values_list("number", "chips"))
    assert entered == {1: 50_000, 2: 50_000, 3: 40_000}
    assert sum(entered.values()) == 50_000 + 50_000 + 40_000 == facts.issued(final.row)
    assert builders.balances()["prizes/FINAL"] == 600 * EURO
    seats.draw(**final.seen, table_ids=final.furniture(1), actor=evening.floor)
    clock.start(**final.seen, actor=evening.floor)
    clock.move(**final.seen, item=14, actor=evening.floor)
    fix(final, TWO_PLACES)
    assert sum(final.row.payouts) == 600 * EURO
