"""Eliminations: place, chips and bounty of each player who is out; and the champion, when one is left (K2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables.models import ChipCount, Elimination, Entrant, Prize, Tournament
from tables.prizes.selectors import prizes as facts
from tables.prizes.services import prizes
from tables.rules.tournaments import eliminations as law
from tables.rules.tournaments.eliminations import BountyRule, Bust, Claim, Placing
from tables.tournaments.selectors import standing
from tables.tournaments.services import seats, steps

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class Out:
    """One player's elimination: their chips before the hand (None: as last counted), and who won them.

    `won_by`: the winners of the last pot they were in, from the left of the button; the bounty goes to them.
    """

    entrant_id: int
    won_by: tuple[int, ...]
    chips_before: int | None = None


@use_case("tables.run_tournament")
def eliminate(*, tournament_id: int, version: int | None, outs: Sequence[Out], actor: "User") -> Elimination:
    """Eliminate all players who lost their last chips in one hand, or in one round of hand-for-hand.

    Places follow from the number of remaining players; equal stacks share theirs.  The chips are credited to the first
    winner until the next count.  The last player becomes champion once nobody can enter any more.  Refuses eliminations
    at several tables unless play is hand for hand (`not_hand_for_hand`), and a winner who does not play
    (`winner_unknown`).
    """
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    return put_out(row, outs, actor)


def put_out(row: Tournament, outs: Sequence[Out], actor: "User") -> Elimination:
    """Eliminate players of a tournament that the caller has locked; an inner step, refusals as in `eliminate`."""
    playing = {entrant.pk: entrant for entrant in standing.seated(row)}
    gone = _gone(row, playing, outs)
    placed = law.placings([_bust(playing[out.entrant_id], out) for out in outs], len(playing) - len(outs))
    now = house_time.now()
    claims = _claims(row, playing, outs)
    made = steps.add(
        Elimination,
        row,
        actor,
        at=now,
        level=steps.level_number(row, now),
        places=[_told(playing, gone, out, placed) for out in outs],
        bounties=[[claim.entrant, claim.paid_cents, claim.on_head_cents, head] for head, claim in claims],
    )
    for out in outs:
        winner, loser = playing[out.won_by[0]], gone[out.entrant_id]
        winner.chips += loser.chips
        winner.save(update_fields=["chips"])
    for placing in placed:
        _put_out(next(one for one in gone.values() if one.number == placing.entrant), placing, now)
    by_number = {one.number: one for one in playing.values()}
    for _head, claim in claims:
        prizes.bounty(row, by_number[claim.entrant], claim.paid_cents, actor)
    prizes.hand_out(row)
    prizes.crown(row, actor, now)
    return made


@use_case("tables.run_tournament")
def undo(*, tournament_id: int, version: int | None, actor: "User") -> Elimination:
    """Take the last elimination back, with its places, chips, prizes and bounties.

    Refuses when chips were counted or a prize was paid since, or when the seat or the chips are gone (`too_late`).
    """
    row = steps.locked(tournament_id, Tournament.State.RUNNING, Tournament.State.FINISHED, version=version, actor=actor)
    last: Elimination | None = Elimination.objects.filter(tournament=row, undone_at=None).order_by("-number").first()
    if last is None:
        raise NotFound("no_elimination", N_("Nobody is out."))
    too_late = Refusal("too_late", N_("It is too late to undo that: seats, chips or prizes have changed since."))
    if ChipCount.objects.filter(tournament=row, at__gt=last.at).exists() or facts.paid_since(row, last.at):
        raise too_late
    by_number = {one.number: one for one in Entrant.objects.filter(tournament=row).select_related("table")}
    for told in last.places:
        entrant, winner = by_number[told["entrant"]], by_number[told["won_by"][0]]
        table = facts.table_at(row, told["table"])
        if table is None or told["seat"] not in seats.free_seats(table) or winner.chips < told["chips"]:
            raise too_late
        winner.chips -= told["chips"]
        winner.save(update_fields=["chips"])
        entrant.state, entrant.table, entrant.seat, entrant.chips = (
            Entrant.State.SEATED, table, told["seat"], told["chips"],
        )  # fmt: skip
        entrant.place, entrant.tied, entrant.out_at = None, 1, None
        entrant.save()
    last.undone_at = house_time.now()
    last.save(update_fields=["undone_at"])
    Prize.objects.filter(tournament=row, kind=Prize.Kind.BOUNTY, at__gte=last.at).update(amount_cents=0)
    Entrant.objects.filter(tournament=row, place=1).update(place=None)
    row.state, row.finished_at = Tournament.State.RUNNING, None
    row.save(update_fields=["state", "finished_at"])
    prizes.hand_out(row)
    return last


def _gone(row: Tournament, playing: Mapping[int, Entrant], outs: Sequence[Out]) -> dict[int, Entrant]:
    """The eliminated players by id; refusals of `eliminate`."""
    if not outs:
        raise NotFound("no_such_entrant", N_("Entrant not found in this tournament."))
    gone = {out.entrant_id: steps.entrant(row, out.entrant_id, Entrant.State.SEATED) for out in outs}
    for out in outs:
        if not out.won_by or any(winner not in playing or winner in gone for winner in out.won_by):
            raise Refusal("winner_unknown", N_("Choose who won the chips: somebody still playing."))
    if len({entrant.table_id for entrant in gone.values()}) > 1 and not row.is_hand_for_hand:
        raise Refusal("not_hand_for_hand", N_("Busts at several tables belong together only in hand-for-hand play."))
    return gone


def _bust(entrant: Entrant, out: Out) -> Bust:
    assert entrant.table is not None, "a seated entrant has a table"
    before = entrant.chips if out.chips_before is None else out.chips_before
    return Bust(entrant.number, entrant.table.position, max(1, before))


def _told(
    playing: Mapping[int, Entrant], gone: Mapping[int, Entrant], out: Out, placed: Sequence[Placing]
) -> dict[str, object]:
    """The record of one elimination: enough to take it back."""
    entrant = gone[out.entrant_id]
    assert entrant.table is not None, "a seated entrant has a table"
    placing = next(one for one in placed if one.entrant == entrant.number)
    return {
        "entrant": entrant.number,
        "place": placing.place,
        "sharing": placing.sharing,
        "chips": entrant.chips,
        "chips_before": out.chips_before,
        "table": entrant.table.position,
        "seat": entrant.seat,
        "won_by": [playing[winner].number for winner in out.won_by],
    }


def _claims(row: Tournament, playing: Mapping[int, Entrant], outs: Sequence[Out]) -> list[tuple[int, Claim]]:
    """Bounty claims as (head, claim); unpaid parts of a bounty go onto the winners' own heads."""
    rule = BountyRule(paid_bp=row.bounty_paid_bp)
    heads = facts.heads(row)
    found = []
    for out in outs:
        head = playing[out.entrant_id].number
        if heads.get(head):
            winners = [playing[winner].number for winner in out.won_by]
            claims = law.claims(heads[head], winners, rule)
            heads = law.heads_after(heads, head, claims)
            found += [(head, claim) for claim in claims]
    return found


def _put_out(entrant: Entrant, placing: Placing, now: datetime) -> None:
    entrant.state, entrant.table, entrant.seat, entrant.chips = Entrant.State.OUT, None, None, 0
    entrant.place, entrant.tied, entrant.out_at = placing.place, placing.sharing, now
    entrant.save()
