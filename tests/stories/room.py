"""A small room for stories: two tables and one window; everything through the services, on a clock of its own.

T01 keeps summaries, T02 every action.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from accounting.cage.services import windows
from accounting.models import GamingDay, Slip
from tables.floor.services import carry_overs, seats, slips, tables
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tables.play.selectors import tables as table_views
from tables.rules.actions import Action, Kind
from tables.settlement import Tip
from tests import builders
from tests.builders import Evening, pieces, user
from tests.deciding import looking
from tools.evening.clock import Clock

STACK = 40_000
WINDOW_CHIPS = {"10000": 100, "2500": 200, "500": 400, "100": 500}  # 17,500 euros
WINDOW_CASH_CENTS = 1_000_000


@dataclass
class SmallRoom(Evening):
    """An evening of two tables and one window; `clock` is the time in the room, and a day lasts until it is closed."""

    clock: Clock = field(kw_only=True)

    @classmethod
    def at(cls, clock: Clock) -> "SmallRoom":
        """The house before its first day; its terms are signed."""
        made = cls(**vars(builders.evening(opens=False)), clock=clock)
        made.sign_terms()
        return made

    def __post_init__(self) -> None:
        """Furnish it."""
        self.dealers = {"T01": self.dealer, "T02": user("dealer", "second-dealer")}
        self.games = {
            "T01": self.game(name="NLHE T01", small_blind_cents=200, big_blind_cents=400, recording="summary"),
            "T02": self.game(name="NLHE T02"),
        }
        self.tables = {
            code: tables.create(house_id=self.house.pk, code=code, seats=9, actor=self.floor).pk for code in self.games
        }
        self.window = windows.create(house_id=self.house.pk, code="K1", name="Kasse 1", actor=self.manager)
        self.guests = [self.guest(f"Gast {n}", str(100 + n)) for n in range(1, 7)]

    # --- the day ------------------------------------------------------------------------------------------------------
    def time(self, moment: datetime) -> None:
        self.clock.forward(moment)

    def wait(self, **span: float) -> None:
        self.clock.forward(self.clock.now() + timedelta(**span))

    def close_day(self) -> GamingDay:
        """Five minutes after its boxes were counted."""
        self.count_boxes()
        self.wait(minutes=5)
        return super().close_day()

    # --- tables -------------------------------------------------------------------------------------------------------
    def open_table(self, code: str, float_chips: dict[str, int]) -> None:
        tables.open_table(
            table_id=self.tables[code],
            version=self.version(self.tables[code]),
            game_id=self.games[code].pk,
            float_chips=float_chips,
            actor=self.floor,
        )
        self.push(self.tables[code], self.dealers[code])

    def arrive(self, code: str, first_guest: int) -> None:
        """Three guests buy chips at the window and sit down with them."""
        for seat, guest in enumerate(self.guests[first_guest : first_guest + 3], 1):
            windows.sell(window_id=self.window.pk, amount_cents=STACK, guest=guest.number, actor=self.cage)
            self.sit(self.tables[code], STACK, first=seat, guests=[guest])

    def leave(self, code: str, *counted_cents: int, explanation: str = "") -> None:
        """Everybody takes what they have to the window; at T01 the chips are counted."""
        for view in list(table_views.view(self.tables[code]).seats):
            cents = counted_cents[view.seat - 1] if counted_cents else view.stack_cents
            seats.cash_out(
                table_id=self.tables[code],
                version=self.version(self.tables[code]),
                seat=view.seat,
                counted_cents=cents,
                explanation=explanation,
                actor=self.floor,
            )
            windows.redeem(window_id=self.window.pk, amount_cents=cents, guest=view.guest_number, actor=self.cage)

    def close_table(self, code: str, float_chips: dict[str, int], explanation: str = "") -> None:
        tables.close_table(
            table_id=self.tables[code],
            version=self.version(self.tables[code]),
            float_chips=float_chips,
            explanation=explanation,
            actor=self.floor,
        )

    def carry_over(self, code: str, float_chips: dict[str, int], stacks_cents: int) -> None:
        carry_overs.carry_over(
            table_id=self.tables[code],
            version=self.version(self.tables[code]),
            float_chips=float_chips,
            counted_stacks_cents=stacks_cents,
            actor=self.floor,
        )

    # --- hands --------------------------------------------------------------------------------------------------------
    def key(self, pot_cents: int, flop_seen: bool, tip_cents: int, **more: object) -> Hand:
        """The dealer of T01 keys a hand of three; the next one comes two minutes later."""
        hand = recording.record_summary(
            table_id=self.tables["T01"],
            version=self.version(self.tables["T01"]),
            summary=Summary(pot_cents, flop_seen, 3, tip_cents=tip_cents, **more),
            actor=self.dealers["T01"],
        ).hand
        self.wait(minutes=2)
        return hand

    def start(self) -> Hand:
        dealer = self.dealers["T02"]
        return hands.start(table_id=self.tables["T02"], version=self.version(self.tables["T02"]), actor=dealer).hand

    def act(self, hand: Hand, *actions: Action) -> Hand:
        for action in actions:
            hand = hands.act(hand_id=hand.pk, version=hand.version, action=action, actor=self.dealers["T02"]).hand
        return hand

    def play(self) -> Hand:
        """At T02: raise to 6, fold, call; on the flop a bet of 10 and a call; the button wins 33 less rake."""
        from tables.rules import cards

        def board(text: str) -> Action:
            return Action(Kind.BOARD, cards=cards.parse(text))

        hand = self.start()
        check, call = Action(Kind.CHECK), Action(Kind.CALL)
        button = hand.button_seat
        hand = self.act(hand, Action(Kind.RAISE, to_cents=600), Action(Kind.FOLD), call)
        hand = self.act(hand, board("Ah Kd 2c"), check, Action(Kind.BET, to_cents=1_000), call)
        hand = self.act(hand, board("7s"), check, check, board("7h"), check, check)
        caller = hand.setup["seats"]
        seat = next(one["seat"] for one in caller if [kind for kind, _cents in one.get("posts", [])] == ["big_blind"])
        hand = self.act(
            hand,
            Action(Kind.SHOW, seat=seat, cards=cards.parse("As Qs")),
            Action(Kind.SHOW, seat=button, cards=cards.parse("Ac Kc")),
        )
        hand = hands.settle(
            hand_id=hand.pk, version=hand.version, tips=[Tip(button, 100)], actor=self.dealers["T02"]
        ).hand
        self.wait(minutes=3)
        return hand

    def fold_round(self) -> Hand:
        hand = self.act(self.start(), Action(Kind.FOLD), Action(Kind.FOLD))
        hand = hands.settle(hand_id=hand.pk, version=hand.version, actor=self.dealers["T02"]).hand
        self.wait(minutes=1)
        return hand

    def misdeal(self) -> Hand:
        hand = self.act(self.start(), Action(Kind.FOLD))
        hand = hands.void(
            hand_id=hand.pk, version=hand.version, reason="zwei Karten lagen offen", actor=self.floor
        ).hand
        self.wait(minutes=1)
        return hand

    # --- the cage -----------------------------------------------------------------------------------------------------
    def open_window(self) -> None:
        windows.open_window(window_id=self.window.pk, chips=WINDOW_CHIPS, cash_cents=WINDOW_CASH_CENTS, actor=self.cage)

    def window_chips_cents(self) -> int:
        return builders.balances("cage").get("cage/K1", 0)

    def window_cash_cents(self) -> int:
        return builders.balances("cash").get("cash/K1", 0)

    def close_window(self) -> None:
        """Counted as booked."""
        builders.close_window(
            self.cage,
            self.second_cage,
            window_id=self.window.pk,
            chips=pieces(self.window_chips_cents()),
            cash_cents=self.window_cash_cents(),
        )

    def slip(self, kind: str, code: str, chips: dict[str, int], back: dict[str, int] | None = None) -> Slip:
        """The floor asks, the cage brings."""
        slip = slips.ask(
            kind=Slip.Kind(kind),
            table_id=self.tables[code],
            window_id=self.window.pk,
            chips=chips,
            chips_back=back,
            actor=self.floor,
        )
        self.wait(minutes=4)
        return looking(slips.carry_out)(slip_id=slip.pk, actor=self.cage)
