"""The posted rules of a jackpot fund as plain sentences, for the notice at the tables and for approval.  Pure."""

from collections.abc import Iterator

from accounting.money import BASIS_POINTS
from accounting.policy.jackpots import JackpotTerms, Kind
from accounting.policy.wording import Sentence
from casino.errors import N_


def sentences(kind: Kind, terms: JackpotTerms) -> list[Sentence]:
    """The terms as sentences, in the order in which a guest asks."""
    return [
        *_what_counts(kind, terms),
        *_who_shares(kind, terms),
        *_how_much(terms),
        *_what_comes_after(terms),
    ]


def _say(message: str, **facts: int | str) -> Sentence:
    return Sentence(message, facts)


def _what_counts(kind: Kind, terms: JackpotTerms) -> Iterator[Sentence]:
    match kind:
        case Kind.BAD_BEAT:
            yield _say(N_("It hits when %(hand)s or better loses at the showdown."), hand=terms.qualifying)
        case Kind.HIGH_HAND:
            yield _say(N_("It hits with %(hand)s or better, shown at the showdown."), hand=terms.qualifying)
        case Kind.MYSTERY:
            yield _say(N_("It hits in the hand that was drawn."))
        case Kind.SPLASH:
            yield _say(N_("It goes to the winner of the pot in the announced hand."))
    if kind in (Kind.BAD_BEAT, Kind.HIGH_HAND):
        if terms.both_cards:
            yield _say(N_("Both hole cards must play."))
        if terms.pocket_pair:
            yield _say(N_("Four of a kind needs a pocket pair."))
        yield _say(N_("A hand with several boards does not count, nor does one that is run twice."))
    yield _say(N_("In Hi-Lo only the high hand counts: who wins only the low half has lost."))
    yield _say(N_("At least %(players)s players must be dealt in."), players=terms.least_dealt_in)
    if terms.least_pot_cents:
        yield _say(N_("The pot must hold at least %(pot_cents)s."), pot_cents=terms.least_pot_cents)
    if terms.every_table:
        yield _say(N_("Hands of every table of the house count."))


def _who_shares(kind: Kind, terms: JackpotTerms) -> Iterator[Sentence]:
    if kind is Kind.BAD_BEAT:
        yield _say(N_("The best losing hand that counts gets %(loser_bp)s."), loser_bp=terms.loser_bp)
    if terms.winner_bp:
        yield _say(N_("The winner gets %(winner_bp)s."), winner_bp=terms.winner_bp)
    if terms.table_bp:
        yield _say(
            N_(
                "The others who were dealt in get %(table_bp)s in equal parts; if there are none, it stays in the fund."
            ),
            table_bp=terms.table_bp,
        )


def _how_much(terms: JackpotTerms) -> Iterator[Sentence]:
    if terms.fixed_cents:
        yield _say(N_("%(fixed_cents)s is paid each time."), fixed_cents=terms.fixed_cents)
    elif terms.falls_bp == BASIS_POINTS:
        yield _say(N_("The full posted amount is paid."))
    else:
        yield _say(
            N_("%(falls_bp)s of the posted amount is paid; the rest stays in the fund."), falls_bp=terms.falls_bp
        )
    if not terms.fixed_cents:
        yield _say(N_("Jackpots that are claimed at the same time are paid in turn, each of what the others left."))
    if terms.must_fall_cents:
        yield _say(N_("It must hit by %(must_fall_cents)s."), must_fall_cents=terms.must_fall_cents)
    if terms.tax_bp:
        yield _say(
            N_("From %(tax_from_cents)s up, %(tax_bp)s of a share is withheld as tax."),
            tax_from_cents=terms.tax_from_cents,
            tax_bp=terms.tax_bp,
        )
    else:
        yield _say(N_("No tax is withheld."))


def _what_comes_after(terms: JackpotTerms) -> Iterator[Sentence]:
    if terms.reserve_bp:
        yield _say(
            N_("%(reserve_bp)s of the contributions is kept in reserve for the next jackpot."),
            reserve_bp=terms.reserve_bp,
        )
    if terms.seed_cents:
        yield _say(
            N_(
                "The house may seed the fund with up to %(seed_cents)s; once it has been hit, the reserve tops it up "
                "to that."
            ),
            seed_cents=terms.seed_cents,
        )
    yield _say(N_("A share not collected within %(days)s days goes back to the fund."), days=terms.claim_days)
    yield _say(N_("The whole fund goes to the players. The house keeps none of it."))
