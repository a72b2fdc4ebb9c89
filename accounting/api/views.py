"""How rows of the money side look in JSON; `shapes` declares the same for the schema, a test holds both together."""

from accounting.models import Entry, GamingDay, House, Place, RakeSchedule, ScheduleVersion
from accounting.models.ledger import Book
from accounting.services.proofs import Proof
from casino.api.rendering import Json


def house(row: House) -> Json:
    """One casino."""
    return {
        "id": row.pk,
        "code": row.code,
        "name": row.name,
        "currency": row.currency,
        "time_zone": row.time_zone,
        "rolls_over_at": row.rolls_over_at.isoformat(timespec="minutes"),
        "shift_starts": [start.isoformat(timespec="minutes") for start in row.shift_starts],
        "tip_bp": row.tip_bp,
        "stakes_agreed_before_start": row.stakes_agreed_before_start,
    }


def gaming_day(row: GamingDay) -> Json:
    """A gaming day; `seal` is null until it is closed."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "date": row.date,
        "state": row.state,
        "opened_at": row.opened_at,
        "opened_by": row.opened_by_id,
        "closed_at": row.closed_at,
        "closed_by": row.closed_by_id,
        "seal": row.seal or None,
    }


def schedule(row: RakeSchedule) -> Json:
    """A schedule with all its versions, the first one first."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "name": row.name,
        "versions": [schedule_version(version) for version in row.versions.all()],
    }


def schedule_version(row: ScheduleVersion) -> Json:
    """Terms, and when they hold: `valid_to` is excluded, null while no later version is known.

    Of a proposal `valid_from` is the wish; it counts from its approval at the earliest.
    """
    return {
        "id": row.pk,
        "version": row.version,
        "terms": row.terms,
        "valid_from": row.valid_from,
        "valid_to": row.valid_to,
        "created_at": row.created_at,
        "created_by": row.created_by_id,
        "state": row.state,
        "approved_at": row.approved_at,
        "approved_by": row.approved_by_id,
    }


def entry(row: Entry) -> Json:
    """An entry with its transfers in order; digests in hex."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "book": row.book.code,
        "number": row.number,
        "code": row.code,
        "subject": row.subject,
        "at": row.at,
        "gaming_day": row.gaming_day_id,
        "actor": row.actor_id,
        "reason": row.reason,
        "reference": row.reference,
        "reverses": row.reverses_id,
        "digest": bytes(row.digest).hex(),
        "transfers": [
            {"source": move.source, "destination": move.destination, "amount_cents": move.amount_cents}
            for move in row.transfers.all()
        ],
        "assessment": _assessment(row),
        "wager": _wager(row),
    }


def _wager(row: Entry) -> Json:
    facts = getattr(row, "wager", None)
    if facts is None:
        return None
    return {
        "table": facts.table_code,
        "game": facts.game,
        "dealer": facts.dealer_id,
        "hour": facts.hour,
        "rule_set": facts.rule_set,
        "edge_ppm": facts.edge_ppm,
        "sign": facts.sign,
        "ante_cents": facts.ante_cents,
        "staked_cents": facts.staked_cents,
        "lost_cents": facts.lost_cents,
        "paid_cents": facts.paid_cents,
        "side_staked_cents": facts.side_staked_cents,
        "side_lost_cents": facts.side_lost_cents,
        "side_paid_cents": facts.side_paid_cents,
        "tips_cents": facts.tips_cents,
    }


def _assessment(row: Entry) -> Json:
    facts = getattr(row, "assessment", None)
    if facts is None:
        return None
    return {
        "table": facts.table_code,
        "game": facts.game,
        "dealer": facts.dealer_id,
        "hour": facts.hour,
        "sign": facts.sign,
        "dealt_in": facts.dealt_in,
        "flop_seen": facts.flop_seen,
        "pot_cents": facts.pot_cents,
        "base_cents": facts.base_cents,
        "due_cents": facts.due_cents,
        "taken_cents": facts.taken_cents,
        "jackpot_cents": facts.jackpot_cents,
        "tips_cents": facts.tips_cents,
        "schedule_version": facts.schedule_version_id,
        "reason": facts.reason,
    }


def place(row: Place) -> Json:
    """Where chips are, and how many."""
    return {"id": row.pk, "house": row.house_id, "name": row.name, "balance_cents": row.balance_cents}


def book(row: Book) -> Json:
    """The head of a book's chain."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "code": row.code,
        "number": row.number,
        "digest": bytes(row.digest).hex(),
    }


def proof(found: Proof) -> Json:
    """What `prove` found."""
    return {
        "ok": found.ok,
        "entries": found.entries,
        "transfers": found.transfers,
        "broken": [{"book": item.book, "number": item.number, "what": item.what} for item in found.broken],
    }
