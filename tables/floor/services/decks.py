"""The record of each table's deck and shuffler: which are in use, since when, and who put them there (seed 001)."""

from typing import TYPE_CHECKING

from casino import house_time
from casino.errors import N_, Malformed, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import DeckChange
from tables.play.selectors import decks as selector
from tables.play.services import rows

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.open_table"
MOST = 40
REASON_MAX = 500


@use_case("tables.open_table")
def change(
    *, table_id: int, version: int | None, deck: str, shuffler: str = "", reason: str = "", actor: "User"
) -> DeckChange:
    """Record which deck and shuffler are used at a table from now on; the next hand is dealt from them.

    A hand in progress belongs to the previous deck.  Refuses an empty deck (`deck_missing`), a text that is too long
    (`text_too_long`), and a deck and shuffler that are in use already (`deck_in_use`).
    """
    deck, shuffler, reason = deck.strip(), shuffler.strip(), reason.strip()
    if not deck:
        raise Malformed("deck_missing", N_("Name the deck: its colour and the number of its set."))
    for text, most in ((deck, MOST), (shuffler, MOST), (reason, REASON_MAX)):
        if len(text) > most:
            raise Malformed("text_too_long", N_("Use no more than %(most)s characters."), most=most)
    table = locks.table(table_id, version=version, actor=actor)
    now = house_time.now()
    in_use = selector.at(table.id, now)
    if in_use is not None and (in_use.deck, in_use.shuffler) == (deck, shuffler):
        raise Refusal("deck_in_use", N_("Deck %(deck)s is already in use at this table."), deck=deck)
    row = DeckChange.objects.create(table_id=table.id, deck=deck, shuffler=shuffler, at=now, by=actor, reason=reason)
    rows.touch(table)
    return row
