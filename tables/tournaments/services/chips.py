"""Chips of a tournament: checking the set, counting stacks.  Chips in play always equal chips issued."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accounting import chips
from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables.models import ChipCount, ChipSetCheck, Entrant, Tournament
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import steps

if TYPE_CHECKING:
    from casino.models import User

_RUNNING = (Tournament.State.RUNNING, Tournament.State.FINISHED)


@use_case("tables.run_tournament")
def count(
    *,
    tournament_id: int,
    version: int | None,
    counts: Mapping[int, int],
    table_id: int | None = None,
    explanation: str = "",
    actor: "User",
) -> ChipCount:
    """Record the chip count of every remaining player, or of every player at one table.

    `counts` is chips by entrant's id, for all of these players and no others (`count_incomplete`).  Refuses a sum that
    is not what was issued (`chips_differ`) unless there is an explanation; the difference stays visible.
    """
    row = steps.locked(tournament_id, *_RUNNING, version=version, actor=actor)
    table = None if table_id is None else seat_views.table(row, table_id)
    playing = {entrant.pk: entrant for entrant in facts.seated(row) if table in (None, entrant.table)}
    _refuse_incomplete(counts, playing)
    issued = facts.issued(row) if table is None else sum(entrant.chips for entrant in playing.values())
    counted = sum(counts.values())
    if counted != issued and not explanation.strip():
        raise Refusal(
            "chips_differ",
            N_("Counted %(counted)s, issued %(issued)s. Count again, or give a reason."),
            counted=counted,
            issued=issued,
        )
    now = house_time.now()
    for pk, amount in counts.items():
        playing[pk].chips = amount
    Entrant.objects.bulk_update(playing.values(), ["chips"])
    return steps.add(
        ChipCount,
        row,
        actor,
        at=now,
        table=table,
        level=steps.level_number(row, now),
        counts={str(playing[pk].number): amount for pk, amount in counts.items()},
        counted=counted,
        issued=issued,
        explanation=explanation.strip() if counted != issued else "",
    )


def _refuse_incomplete(counts: Mapping[int, int], playing: Mapping[int, Entrant]) -> None:
    if set(counts) != set(playing):
        raise Refusal(
            "count_incomplete",
            N_("Count everyone still playing, and nobody else."),
            missing=sorted(playing[pk].number for pk in set(playing) - set(counts)),
        )
    if any(amount <= 0 for amount in counts.values()):
        raise Refusal("count_incomplete", N_("A player without chips is out. Record that first."))


@use_case("tables.run_tournament")
def check_set(
    *,
    tournament_id: int,
    version: int | None,
    when: ChipSetCheck.When,
    found: Mapping[str, object],
    explanation: str = "",
    actor: "User",
) -> ChipSetCheck:
    """Record a count of the chip set (FinASVO NRW §21).

    Refuses missing or surplus pieces without an explanation (`chip_set_differs`), and a tournament without a chip set
    (`no_chip_set`).
    """
    states = {
        ChipSetCheck.When.START: (Tournament.State.ANNOUNCED, Tournament.State.REGISTERING),
        ChipSetCheck.When.RE_ENTRY: (Tournament.State.RUNNING,),
        ChipSetCheck.When.END: _RUNNING,
    }[ChipSetCheck.When(when)]
    row = steps.locked(tournament_id, *states, version=version, actor=actor)
    if not row.chip_set:
        raise Refusal("no_chip_set", N_("No chip set is recorded for the tournament."))
    there = chips.parse(found, [int(worth) for worth in row.chip_set])
    wanted = chips.load(row.chip_set)
    differs = {worth: there.get(worth, 0) - pieces for worth, pieces in wanted.items() if there.get(worth, 0) != pieces}
    if differs and not explanation.strip():
        raise Refusal(
            "chip_set_differs",
            N_("The chip set is not complete: count again, or say what is missing and why."),
            differences={str(worth): pieces for worth, pieces in differs.items()},
        )
    return steps.add(
        ChipSetCheck,
        row,
        actor,
        when=ChipSetCheck.When(when),
        found=chips.dump(there),
        missing={str(worth): pieces for worth, pieces in differs.items()},
        explanation=explanation.strip() if differs else "",
    )
