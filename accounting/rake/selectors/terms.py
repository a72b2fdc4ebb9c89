"""Terms of a rake schedule in the reader's language, for posting and for approval."""

from collections.abc import Mapping, Sequence

from accounting.policy import rake, wording
from accounting.policy.rake import HandFacts
from accounting.policy.wording import Sentence
from accounting.rake.selectors.computation import words
from casino.wording import filled

EXAMPLE_POTS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)


def sentences(terms: Mapping[str, object], *, chip_cents: int = 1) -> list[str]:
    """Stored terms as sentences; `chip_cents`: the smallest chip of the table they are posted at."""
    return texts(wording.sentences(rake.parse(terms), chip_cents=chip_cents))


def examples(terms: Mapping[str, object], *, chip_cents: int) -> list[tuple[int, list[int]]]:
    """What pots of usual sizes owe: the pot, then with six dealt in, heads-up, and six before the flop; in cents."""
    parsed = rake.parse(terms)
    hands = ((6, True), (2, True), (6, False))

    def due_cents(pot_cents: int, dealt_in: int, *, flop: bool) -> int:
        facts = HandFacts(pot_cents, flop_seen=flop, dealt_in=dealt_in, chip_cents=chip_cents)
        return rake.due(parsed, facts).due_cents

    return [(pot_cents, [due_cents(pot_cents, few, flop=flop) for few, flop in hands]) for pot_cents in EXAMPLE_POTS]


def texts(statements: Sequence[Sentence]) -> list[str]:
    """Sentences in the reader's language, amounts as money, rates as per cent."""
    return [filled(sentence.message, words(sentence.facts)) for sentence in statements]
