"""The table as a picture: who sits where, what lies before them, whose turn it is, and who may win which pot.

`templates/oval/table.html` shows an `Oval`; `oval.css` has the places, seat 1 left of the dealer, then clockwise.
"""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tables.play.selectors import positions
from tables.play.selectors.cards import Face, faces
from tables.play.selectors.tables import SeatView as Sitter
from tables.play.selectors.tables import TableView
from tables.rules.hand import HandView
from tables.rules.setup import HandSetup
from tables.rules.views import SeatView

_LONG = 11  # letters; a longer surname is written smaller, since it is never cut
_LONG_PART = 8
# Behind a vowel, before a consonant (or those that are said as one) with the next vowel: Schwar-zen-ber-ger.
_SYLLABLE = re.compile(
    r"(?:(?<=[aeiouyäöü]\w\w)|(?<=\w[aeiouyäöü]\w)|(?<=\w\w[aeiouyäöü]))"
    r"(?=(?:sch[lmnrw]?|(?<!s)ch|ck|ph|th|(?<![cpt])h|(?<!c)k|(?<!sch)[lmnrw]|[bdfgjpqstvxzß])[aeiouyäöü]\w)",
    re.IGNORECASE,
)
_SOFT_HYPHEN = "\N{SOFT HYPHEN}"


class Look(StrEnum):
    """How a seat is drawn; the words beside it say the same."""

    TAKEN = "taken"
    TURN = "turn"
    FOLDED = "folded"
    WON = "won"
    AWAY = "away"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Name:
    """A guest's name, surname first, as a room calls its guests."""

    surname: str
    given: str = ""

    @property
    def is_long(self) -> bool:
        return len(self.surname) > _LONG

    @property
    def parts(self) -> tuple[str, ...]:
        """The surname where it breaks: first behind its hyphens, and a long part by syllables."""
        found = re.split(r"(?<=-)(?=.)", self.surname)
        return tuple([_SYLLABLE.sub(_SOFT_HYPHEN, part) if len(part) > _LONG_PART else part for part in found])


def name_of(text: str) -> Name:
    """The parts of a name: `Engel, Thomas`, `Thomas Engel`, `Friederike von der Osten-Sacken`, or one word."""
    if "," in text:
        surname, given = text.split(",", 1)
        return Name(surname.strip(), given.strip())
    words = text.split()
    # A surname begins with its first small word (von, van, de), else it is the last word.
    first = next((at for at, word in enumerate(words) if at and word[0].islower()), len(words) - 1)
    return Name(" ".join(words[first:]), " ".join(words[:first])) if words else Name("")


@dataclass(frozen=True, slots=True)
class Mark:
    """The button, or a blind: its letters, and what they stand for."""

    letters: str
    words: str


@dataclass(frozen=True, slots=True)
class Plate:
    """One seat. Amounts are in the unit of the picture; `words` say in text what the look says in colour.

    `backs`: cards that nobody has seen yet. `address`: where a tap leads. `bounds`: of a stack that is not known.
    """

    number: int
    look: Look
    name: Name = Name("")
    stack: int | None = None
    bounds: tuple[int, int] | None = None
    bet: int = 0
    won: int = 0
    words: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    cards: tuple[Face, ...] = ()
    backs: range = range(0)
    address: str = ""


@dataclass(frozen=True, slots=True)
class PotLine:
    """A pot, the seats that may win it, and those that won it."""

    words: str
    amount: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Oval:
    """The whole picture; `boards` have a None for each card that is not dealt yet, `pots` are told when several."""

    plates: tuple[Plate, ...]
    boards: tuple[tuple[Face | None, ...], ...] = ()
    pots: tuple[PotLine, ...] = ()
    total: int | None = None
    dealer: str = ""

    @property
    def places(self) -> int:
        return len(self.plates)


def between_hands(table: TableView, addresses: Mapping[int, str] | None = None) -> Oval:
    """A table between hands: its guests, and the markers of the next hand; `addresses`: where a tap on a seat leads."""
    sitting, kept = {one.seat: one for one in table.seats}, {one.seat: one for one in table.kept}
    found = table.markers
    blinds = {found.small_blind_seat: "small_blind", found.big_blind_seat: "big_blind"} if found else {}
    plates = []
    for number in range(1, table.seat_count + 1):
        standing = tuple(marks(is_button=found is not None and found.button_seat == number, blind=blinds.get(number)))
        if number in kept:
            plate = Plate(number, Look.AWAY, name_of(kept[number].guest_name), words=(_("held"),), marks=standing)
        elif number not in sitting:
            plate = Plate(number, Look.FREE, marks=standing)
        else:
            plate = _sitting(sitting[number], standing)
        plates.append(replace(plate, address=(addresses or {}).get(number, "")))
    return Oval(tuple(plates), dealer=table.dealer.name if table.dealer else "")


def _sitting(seat: Sitter, standing: tuple[Mark, ...]) -> Plate:
    words = [
        _("away") if seat.is_away else "",
        _owed(seat),
    ]
    return Plate(
        number=seat.seat,
        look=Look.AWAY if seat.is_away else Look.TAKEN,
        name=name_of(seat.guest_name),
        stack=seat.stack_most_cents if seat.is_exact else None,
        bounds=_bounds(seat),
        words=tuple(filter(None, words)),
        marks=standing,
    )


def _bounds(seat: Sitter) -> tuple[int, int] | None:
    if seat.is_exact or seat.stack_least_cents is None or seat.stack_most_cents is None:
        return None
    return seat.stack_least_cents, seat.stack_most_cents


def _owed(seat: Sitter) -> str:
    if seat.waits_for_big_blind:
        return _("waiting for the BB")
    return (
        _("owes the big blind") if seat.owes_big_blind else _("owes the small blind") if seat.owes_small_blind else ""
    )


def of_hand(
    seen: HandView,
    setup: HandSetup,
    names: Mapping[int, str],
    *,
    places: int,
    won: Mapping[str, int],
    stacks: Mapping[str, int],
) -> Oval:
    """A hand as it stands; `won` and `stacks` by seat once it is paid. A seat that was not dealt in is away or free."""
    dealt = {seat.seat: seat for seat in seen.seats}
    posted, form = positions.posted(setup), setup.terms.variant.form
    plates = [
        _dealt(dealt[number], seen, setup, names.get(number, ""), posted.get(number), won, stacks)
        if number in dealt
        else _not_dealt(number, names.get(number), is_button=number == setup.button_seat)
        for number in range(1, max(places, *dealt) + 1)
    ]
    return Oval(
        plates=tuple(plates),
        boards=tuple([_filled(board, form.board_cards) for board in seen.boards]) if any(seen.boards) else (),
        pots=tuple(_pots(seen)),
        total=seen.pot_cents,
    )


def over(picture: Oval, used: Mapping[int, AbstractSet[str]], folded: Mapping[int, str]) -> Oval:
    """The picture of a hand that is over: the hole cards that count are ringed, a fold names its street."""
    plates = []
    for plate in picture.plates:
        cards = tuple([replace(face, is_used=face.text in used.get(plate.number, ())) for face in plate.cards])
        words = plate.words
        if plate.look is Look.FOLDED and plate.number in folded:
            words = (pgettext("on a seat", "folded, %(street)s") % {"street": folded[plate.number]}, *words[1:])
        plates.append(replace(plate, cards=cards, words=words))
    return replace(picture, plates=tuple(plates))


def _dealt(
    seat: SeatView,
    seen: HandView,
    setup: HandSetup,
    name: str,
    blind: str | None,
    won: Mapping[str, int],
    stacks: Mapping[str, int],
) -> Plate:
    wins = won.get(str(seat.seat), 0)
    is_over = seen.result is not None
    look = Look.WON if wins else Look.FOLDED if seat.folded else Look.TAKEN
    words = [
        pgettext("on a seat", "folded") if seat.folded else "",
        _("all-in") if seat.all_in and not is_over else "",
        _("mucked") if seat.mucked else "",
    ]
    return Plate(
        number=seat.seat,
        look=Look.TURN if seen.to_act == seat.seat and not is_over else look,
        name=name_of(name),
        stack=stacks.get(str(seat.seat), None if seat.shown else seat.stack_cents),  # beside open cards once it is paid
        bet=0 if is_over else seat.bet_cents,
        won=wins,
        words=tuple(filter(None, words)),
        marks=tuple(marks(is_button=seat.seat == setup.button_seat, blind=blind)),
        cards=tuple(faces(seat.shown)),
        backs=range(0 if seat.folded or seat.mucked or seat.shown or is_over else setup.terms.variant.form.hole_cards),
    )


def _not_dealt(number: int, name: str | None, *, is_button: bool) -> Plate:
    dead = tuple(marks(is_button=is_button))
    if name is None:
        return Plate(number=number, look=Look.FREE, marks=dead)
    return Plate(number=number, look=Look.AWAY, name=name_of(name), words=(_("not dealt in"),), marks=dead)


def marks(*, is_button: bool, blind: str | None = None) -> Iterable[Mark]:
    """The markers in front of a seat; `blind`: `small_blind` or `big_blind`."""
    if is_button:
        yield Mark("D", _("Button"))
    if blind == "small_blind":
        yield Mark("SB", _("Small blind"))
    elif blind == "big_blind":
        yield Mark("BB", _("Big blind"))


def _filled(board: Iterable[int], count: int) -> tuple[Face | None, ...]:
    dealt = faces(board)
    return (*dealt, *[None] * (count - len(dealt)))


def _pots(seen: HandView) -> Iterable[PotLine]:
    """Main pot and side pots, where there are several (seed `000` §5)."""
    if seen.result:
        found = [(pot.amount_cents, pot.eligible, (*pot.winners, *pot.low)) for pot in seen.result.pots]
    else:
        found = [(pot.amount_cents, pot.eligible, ()) for pot in seen.pots]
    if len(found) < 2:
        return
    for number, (amount, eligible, winners) in enumerate(found):
        yield PotLine(
            words=_("Side pot %(n)s") % {"n": number} if number else _("Main pot"),
            amount=amount,
            eligible=tuple(sorted(eligible)),
            winners=tuple(sorted({seat for board in winners for seat in board})),
        )
