"""The posted sheet against the tables: a guest who knows nothing but the sheet computes what is taken from any hand."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.policy import rake, wording
from accounting.policy.rake import HandFacts
from accounting.policy.terms import Jackpot, Step, Steps, Terms, Time
from accounting.policy.wording import Claim, Sentence
from tests.accounting.policy.drawn import jackpots, terms

CHIPS = (1, 50, 100, 500)
Sheet = tuple[Sentence, ...]


def rounded(amount: Fraction, chip: int, how: str) -> int:
    """In whole chips; halves go up."""
    chips = amount / chip
    return chip * {"down": floor(chips), "up": ceil(chips), "nearest": floor(chips + Fraction(1, 2))}[how]


def claims(sheet: Sheet, *wanted: Claim) -> list[Sentence]:
    return [sentence for sentence in sheet if sentence.claim in wanted]


def amount(sentence: Sentence, name: str) -> int:
    value = sentence.facts.get(name, 0)
    assert isinstance(value, int)
    return value


def base_of(sheet: Sheet, hand: HandFacts) -> int:
    (uncalled,) = claims(sheet, Claim.UNCALLED_COUNTS, Claim.UNCALLED_GOES_BACK) or [None]
    counts = uncalled is not None and uncalled.claim is Claim.UNCALLED_COUNTS
    return hand.pot_cents + (hand.uncalled_cents if counts else 0)


def tax_of(sheet: Sheet, hand: HandFacts) -> int:
    """By the sheet's words, in the order in which they stand."""
    base = base_of(sheet, hand)
    if claims(sheet, Claim.NO_BOMB_POT) and hand.bomb_pot:
        return 0
    if claims(sheet, Claim.NO_TAX, Claim.TIME) or (claims(sheet, Claim.NO_FLOP_NO_DROP) and not hand.flop_seen):
        return 0
    if any(base < amount(sentence, "min_pot_cents") for sentence in claims(sheet, Claim.NOTHING_BELOW)):
        return 0
    (rounding,) = claims(sheet, Claim.ROUNDED)
    chip = amount(rounding, "chip_cents") or 1
    due = rounded(charge_of(sheet, base), chip, str(rounding.facts["rounding"]))
    for sentence in sheet:
        match sentence.claim:
            case Claim.LEAST:
                due = max(due, amount(sentence, "least_cents"))
            case Claim.MOST:
                due = min(due, amount(sentence, "cap_cents"))
            case Claim.MOST_BY_PLAYERS:
                to = amount(sentence, "to_players") or amount(sentence, "players")
                last = sentence is claims(sheet, Claim.MOST_BY_PLAYERS)[-1]
                if amount(sentence, "players") <= hand.dealt_in and (last or hand.dealt_in <= to):
                    due = min(due, amount(sentence, "cap_cents"))
            case Claim.MOST_IS_THE_POT:
                due = min(due, hand.pot_cents // chip * chip)
    return due


def charge_of(sheet: Sheet, base: int) -> Fraction:
    due = Fraction(0)
    for sentence in sheet:
        match sentence.claim:
            case Claim.RATE:
                due = Fraction(base * amount(sentence, "rate_bp"), 10_000)
            case Claim.FROM_POT if base >= amount(sentence, "from_cents"):
                due = Fraction(amount(sentence, "total_cents"))
            case Claim.INCREMENT:
                times = base // amount(sentence, "per_cents")
                due = Fraction(amount(sentence, "first_cents") + times * amount(sentence, "amount_cents"))
            case Claim.FIXED:
                due = Fraction(amount(sentence, "amount_cents"))
    return due


def fund_of(sheet: Sheet, hand: HandFacts, tax: int, chip: int) -> int:
    """The fund's part; what the tax leaves is laid down in whole chips like everything."""
    if any(hand.dealt_in < amount(sentence, "min_players") for sentence in claims(sheet, Claim.FUND_FROM_PLAYERS)):
        return 0
    if claims(sheet, Claim.FUND_NO_BOMB_POT) and hand.bomb_pot:
        return 0
    if claims(sheet, Claim.FUND_NEEDS_FLOP) and not hand.flop_seen:
        return 0
    due = 0
    for sentence in claims(sheet, Claim.FUND_FROM_POT):
        if base_of(sheet, hand) >= amount(sentence, "from_cents"):
            due = amount(sentence, "total_cents")
    if claims(sheet, Claim.FUND_GETS_THE_REST):
        due = min(due, (hand.pot_cents - tax) // chip * chip)
    return due


def edges(sheet: Sheet) -> set[int]:
    """Pots at which a claim begins, and just before."""
    names = ("from_cents", "min_pot_cents", "per_cents", "cap_cents", "least_cents", "amount_cents", "total_cents")
    found = {amount(sentence, name) for sentence in sheet for name in names}
    return {edge + more for edge in found for more in (-1, 0, 1)}


def agree(terms: Terms, chip: int, pot: int, uncalled: int, players: int, *, flop: bool, bomb_pot: bool) -> None:
    sheet = wording.sentences(terms, chip_cents=chip, bomb_pots=bomb_pot)
    hand = HandFacts(max(chip, pot // chip * chip), flop or bomb_pot, players, uncalled // chip * chip, chip, bomb_pot)
    due = rake.due(terms, hand)
    tax = tax_of(sheet, hand)
    fund = fund_of(sheet, hand, tax, rake.payable(terms, chip).chip_cents)
    assert (due.due_cents, due.jackpot_cents) == (tax, fund), (hand, said(sheet))


def said(sheet: Sheet) -> list[str]:
    return [sentence.message % sentence.facts for sentence in sheet]


@given(terms, st.sampled_from(CHIPS), st.data())
def test_whoever_reads_the_sheet_knows_what_is_taken(terms: Terms, chip: int, data: st.DataObject) -> None:
    """At the edges of each claim, and anywhere else."""
    sheet = wording.sentences(terms, chip_cents=chip)
    pots = st.sampled_from(sorted(edges(sheet))) | st.integers(0, 500_000)
    uncalled = data.draw(st.sampled_from([0, 100, 20_000]))
    flop, bomb_pot = data.draw(st.booleans()), data.draw(st.booleans())
    agree(terms, chip, data.draw(pots), uncalled, data.draw(st.integers(2, 10)), flop=flop, bomb_pot=bomb_pot)


@given(terms, st.sampled_from(CHIPS))
def test_every_sentence_claims_something_and_no_word_twice(terms: Terms, chip: int) -> None:
    sheet = wording.sentences(terms, chip_cents=chip, bomb_pots=True)
    assert all(sentence.claim is not None for sentence in sheet)
    assert len(set(said(sheet))) == len(sheet)


@given(
    st.integers(1, 5_000), st.integers(1, 1_440), st.none() | jackpots, st.sampled_from(CHIPS), st.integers(1, 1_440)
)
def test_a_time_charge_is_what_the_sheet_says(
    amount_cents: int, period: int, jackpot: Jackpot | None, chip: int, minutes: int
) -> None:
    terms = Terms(Time(amount_cents, period), jackpot=jackpot)
    paid = sum(
        amount(sentence, "amount_cents") * -(-minutes // period)
        for sentence in claims(wording.sentences(terms, chip_cents=chip), Claim.TIME)
    )
    assert paid == rake.time_charge(terms, minutes=minutes, chip_cents=chip)


FUND = {"fund": "bad-beat", "steps": [{"from_cents": 2_000, "total_cents": 150}]}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"kind": "percent", "rate_bp": 500, "least_cents": 150}, "It is at least 100."),
        ({"kind": "percent", "rate_bp": 500, "least_cents": 150, "rounding": "up"}, "It is at least 200."),
        ({"kind": "fixed", "amount_cents": 250}, "The rake is 200 for each hand, whatever its pot."),
        ({"kind": "fixed", "amount_cents": 50}, "The house takes no rake."),
        (
            {"kind": "steps", "steps": [{"from_cents": 1_000, "total_cents": 250}]},
            "From a pot of 1000 up, the rake is 200.",
        ),
        (
            {"kind": "time", "amount_cents": 650, "period_minutes": 30},
            "Each seat pays 600 in advance for every 30 minutes begun.",
        ),
        (
            {"kind": "time", "amount_cents": 600, "period_minutes": 30, "jackpot": FUND},
            "No rake is taken from the pot.",
        ),
        (
            {"kind": "fixed", "amount_cents": 0, "base_includes_uncalled": True, "jackpot": FUND},
            "An uncalled bet is returned, but counts as part of the pot.",
        ),
        (
            {"kind": "fixed", "amount_cents": 0, "jackpot": FUND},
            "An uncalled bet is returned first and is not part of the pot.",
        ),
        (
            {"kind": "percent", "rate_bp": 500, "min_pot_cents": 5_000, "jackpot": FUND},
            "Below a pot of 5000 there is no rake.",
        ),
        ({"kind": "fixed", "amount_cents": 500}, "It is never more than the pot."),
    ],
)
def test_amounts_and_conditions_are_those_of_the_table(data: dict[str, object], sentence: str) -> None:
    """At a table whose smallest chip is 1.00."""
    assert sentence in said(wording.sentences(rake.parse(data), chip_cents=100))


def test_a_step_that_changes_nothing_is_not_said() -> None:
    terms = Terms(Steps((Step(500, total_cents=50), Step(1_000, total_cents=150), Step(2_000, total_cents=190))))
    assert said(wording.sentences(terms, chip_cents=100))[0] == "From a pot of 1000 up, the rake is 100."
    assert len(claims(wording.sentences(terms, chip_cents=100), Claim.FROM_POT)) == 1
