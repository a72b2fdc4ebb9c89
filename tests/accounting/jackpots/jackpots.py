"""A house with jackpots in a test: a bad beat fed by tables of every action, a high hand at a table of summaries."""

from dataclasses import dataclass, field

from accounting.cage.services import windows
from accounting.jackpots.services import awards, counting, funds, payments
from accounting.models import Fund, FundDrop, FundMove, FundTerms, JackpotSlip
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.jackpots.selectors import claims as claims_so_far
from tables.jackpots.selectors.claims import CLAIMS, Keyed
from tables.jackpots.services import claims
from tables.models import JackpotClaim
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tests import builders
from tests.builders import Evening
from tests.deciding import looking
from tests.tables.hands import playing

EURO = 100
BAD_BEAT = {
    "loser_bp": 5_000,
    "winner_bp": 2_500,
    "table_bp": 2_500,
    "qualifying": "Ah As Ad Tc Th",
    "least_dealt_in": 4,
    "least_pot_cents": 2_000,
    "seed_cents": 50_000,
    "reserve_bp": 1_000,
}
HIGH_HAND = {"qualifying": "9c 9d 9h 9s 2c", "fixed_cents": 10_000, "every_table": True, "seed_cents": 20_000}
WITH_FUND = {
    "kind": "percent",
    "rate_bp": 500,
    "cap_cents": 1_500,
    "chip_cents": 100,
    "jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 2_000, "total_cents": 100}]},
}


@dataclass
class House:
    """The evening with a window, a fund of each kind, and who does what."""

    evening: Evening
    funds: dict[str, Fund] = field(default_factory=dict)
    window: int = 0

    def open_window(self, cash_cents: int = 500_000) -> int:
        row = windows.create(house_id=self.evening.house.pk, code="W1", name="Kasse", actor=self.evening.cage)
        windows.open_window(window_id=row.pk, chips={}, cash_cents=cash_cents, actor=self.evening.cage)
        self.window = row.pk
        return row.pk

    def fund(self, code: str, kind: str, terms: dict[str, object] | None = None, *, signed: bool = True) -> Fund:
        """An open fund whose terms two people have signed."""
        fund = funds.open_fund(
            house_id=self.evening.house.pk, code=code, name=code.title(), kind=kind, actor=self.evening.manager
        )
        self.funds[code] = fund
        if signed:
            self.sign(fund, terms or {})
        return fund

    def sign(self, fund: Fund, terms: dict[str, object]) -> FundTerms:
        row = funds.propose_terms(fund_id=fund.pk, terms=terms, actor=self.evening.manager)
        return looking(funds.approve_terms)(fund_terms_id=row.pk, actor=self.evening.second_manager)

    def pay_in(self, fund: Fund, amount_cents: int, kind: str = "seed") -> FundMove:
        row = payments.ask_payment(
            fund_id=fund.pk,
            kind=kind,
            amount_cents=amount_cents,
            reason="seed of the month",
            actor=self.evening.manager,
        )
        return looking(payments.approve_payment)(fund_move_id=row.pk, actor=self.evening.second_manager)

    def take(self, fund: Fund) -> FundDrop:
        return counting.take_boxes(fund_id=fund.pk, actor=self.evening.floor)

    def count(self, fund: Fund, counted_cents: int | None = None) -> FundDrop:
        """The boxes taken, and counted by two people: what was posted, unless something else is named."""
        row = self.take(fund)
        cents = max(row.posted_cents, 0) if counted_cents is None else counted_cents
        for person in (self.evening.cage, self.evening.second_cage):
            row = counting.count_boxes(fund_drop_id=row.pk, found=builders.pieces(cents), actor=person)
        return row

    def enter(self, hand_id: int, fund: Fund, keyed: Keyed | None = None, actor=None) -> JackpotClaim:
        return claims.enter(hand_id=hand_id, fund_id=fund.pk, keyed=keyed, actor=actor or self.evening.floor)

    def approve(self, claim: JackpotClaim, actor=None) -> JackpotClaim:
        """The claim approved by somebody who has seen it as `claim` has it."""
        return claims.approve(claim_id=claim.pk, seen=CLAIMS.seen(claim), actor=actor or self.evening.manager)

    def pay(self, slip: JackpotSlip, actor=None, guest: str | None = None) -> JackpotSlip:
        """The slip, paid to its winner unless another guest is named."""
        number = claims_so_far.winner(slip) if guest is None else guest
        return looking(awards.pay)(
            jackpot_slip_id=slip.pk, window_id=self.window, guest=number, actor=actor or self.evening.cage
        )


def house() -> House:
    """Two funds with signed terms and a seed in the bad beat, a window with cash."""
    made = House(builders.evening(WITH_FUND))
    made.open_window()
    made.fund("bad-beat", "bad_beat", BAD_BEAT)
    made.fund("high-hand", "high_hand", HIGH_HAND)
    made.pay_in(made.funds["bad-beat"], 40_000)
    return made


def bad_beat(evening: Evening, table: int, *, hole=("Ac Kh", "2d 2h"), board="Kd Ah As 2c 2s", settled: bool = True):
    """A hand of four with every action: seats 1 and 2 go on to the showdown with these cards, the others fold."""
    recorded = playing.start(evening, table)
    while recorded.state.turn >= 0 and recorded.state.phase.value == "betting":
        position = recorded.state.turn
        seat = recorded.state.frame.seats[position]
        if seat > 2:
            action = Action(Kind.FOLD)
        elif recorded.state.street == 0 and recorded.state.price < 1_500:
            action = Action(Kind.RAISE, to_cents=1_500)
        elif recorded.state.price > recorded.state.bet[position]:
            action = Action(Kind.CALL)
        else:
            action = Action(Kind.CHECK)
        recorded = playing.act(evening, recorded, action)
        recorded = _deal(evening, recorded, board)
    for seat, text in enumerate(hole, start=1):
        recorded = playing.act(evening, recorded, Action(Kind.SHOW, seat=seat, cards=cards.parse(text)))
    return playing.settle(evening, recorded) if settled else recorded


def _deal(evening: Evening, recorded, board: str):
    while recorded.state.phase.value == "board":
        laid = len(recorded.state.boards[0])
        due = cards.parse(board)[laid : 3 if laid == 0 else laid + 1]
        recorded = playing.act(evening, recorded, Action(Kind.BOARD, cards=due))
    return recorded


def summary(evening: Evening, table: int, *, pot_cents: int = 6_000, dealt_in: int = 4, winners=(1,), actor=None):
    """A hand at a table that keeps summaries."""
    return recording.record_summary(
        table_id=table,
        version=evening.version(table),
        summary=Summary(pot_cents, True, dealt_in, winners=winners),
        actor=actor or evening.dealer,
    )
