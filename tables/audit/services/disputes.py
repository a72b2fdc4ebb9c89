"""A dispute's case as data (`hand.json`): times in UTC, amounts in cents, digests in hex, with a recipe."""

from collections.abc import Sequence

from django.utils.translation import gettext

from accounting import chain
from accounting.ledger.selectors.links import Link
from accounting.models import Seal
from casino.api.rendering import Json
from casino.errors import N_
from tables import evidence
from tables.hands.selectors.cases import Case
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import booking
from tables.models import Hand, Ruling

FORMAT = 1

RECIPE: Sequence[str] = (
    N_(
        "An entry's digest is SHA-256 over: the previous digest (32 bytes), the entry's number and its id (8 bytes "
        "each, most significant first), and its content as UTF-8, byte for byte as it appears in hand.json (entries: "
        "previous, number, id, content, digest)."
    ),
    N_(
        "The content is a JSON list: format, house, book, reason code, subject, time, gaming day, user who booked, "
        "reason, reference, id of the entry reversed, evidence, transfers (from, to, cents), and the assessment: "
        "hour, table, dealer, game, schedule version, dealt in, flop seen, pot, base, due, taken, jackpot, tips, sign, "
        "reason, and true if it was a bomb pot; at its end, where a client sent it, the digest of the request's key."
    ),
    N_(
        "The evidence is SHA-256 over the hand's record as UTF-8 (hands: evidence_text): session, number, time, "
        "button, the tablet's name for it, set-up, every recorded row, result, and the hand it corrects, if any."
    ),
    N_(
        "A seal is SHA-256 over lines joined by a line feed: house, number, date and the digest of the previous seal, "
        "separated by spaces; then for each head, in order of name: name, number and digest. An entry is sealed when "
        "its number is not above its book's number in the heads."
    ),
    N_("SHA256SUMS contains the digests of the files; sha256sum -c checks them."),
)
"""The steps in English; the page translates them."""


def recipe() -> list[str]:
    """The steps to check the digests, in the reader's language."""
    return [gettext(sentence) for sentence in RECIPE]


def case(found: Case) -> Json:
    """The case as JSON."""
    house = found.hand.house
    return {
        "format": FORMAT,
        "house": {"code": house.code, "name": house.name, "time_zone": house.time_zone, "currency": house.currency},
        "hand": found.hand.pk,
        "hands": [_hand(found, record) for record in found.records],
        "rulings": [_ruling(row) for row in found.rulings],
        "entries": [_entry(link) for link in found.links],
        "seals": [_seal(row) for row in found.seals],
        "recipe": list(RECIPE),
    }


def _hand(found: Case, record: RecordedHand) -> Json:
    row = record.hand
    version, session = row.schedule_version, row.session
    return {
        "id": row.pk,
        "number": row.number,
        "state": row.state,
        "table": record.table_code,
        "session": session.pk,
        "session_opened_at": chain.moment(session.opened_at),
        "session_closed_at": chain.moment(session.closed_at) if session.closed_at else None,
        "gaming_day": row.gaming_day.date.isoformat(),
        "game": row.game.name,
        "recording": row.recording,
        "dealer": str(row.dealer) if row.dealer else None,
        "started_at": chain.moment(row.started_at),
        "ended_at": chain.moment(row.ended_at) if row.ended_at else None,
        "is_late": row.is_late,
        "corrects": row.corrects_id,
        "void_reason": row.void_reason,
        "voided_by": str(row.voided_by) if row.voided_by else None,
        "guests": {str(seat): number for seat, number in found.numbers[row.pk].items()} if found.numbers else None,
        "schedule": {
            "id": version.pk,
            "name": version.schedule.name,
            "version": version.version,
            "valid_from": chain.moment(version.valid_from),
            "terms": version.terms,
        },
        "setup": row.setup,
        "actions": _actions(found, record),
        "result": row.result,
        "evidence_text": evidence_text(row, record),
    }


def evidence_text(hand: Hand, record: RecordedHand) -> str | None:
    """The text whose digest is the evidence in the hand's entry; None while the hand is open."""
    if hand.state == Hand.State.OPEN:
        return None
    return evidence.text(booking.dealt(hand), record.rows, hand.result or {}).decode()


def _actions(found: Case, record: RecordedHand) -> Json:
    return [
        {
            "sequence": row.sequence,
            "kind": row.kind,
            "seat": row.seat,
            "to_cents": row.to_cents,
            "cards": row.cards,
            "undoes": row.undoes,
            "live": row.live,
            "actor": row.actor_id,
            "actor_name": found.people[row.actor_id],
            "at": chain.moment(row.at),
        }
        for row in record.actions
    ]


def _ruling(row: Ruling) -> Json:
    return {
        "id": row.pk,
        "hand": row.hand_id,
        "rule": row.rule,
        "text": row.text,
        "at": chain.moment(row.at),
        "by": str(row.by),
        "reverses": row.reverses_id,
    }


def _entry(link: Link) -> Json:
    row = link.entry
    return {
        "id": row.pk,
        "book": row.book.code,
        "number": row.number,
        "code": row.code,
        "subject": row.subject,
        "at": chain.moment(row.at),
        "gaming_day": row.gaming_day.date.isoformat(),
        "actor": row.actor_id,
        "actor_name": str(row.actor),
        "reason": row.reason,
        "reverses": row.reverses_id,
        "content": link.content,
        "previous": link.previous,
        "digest": link.digest,
    }


def _seal(row: Seal) -> Json:
    before = Seal.objects.filter(house_id=row.house_id, number=row.number - 1).values_list("digest", flat=True).first()
    return {
        "house": row.house_id,
        "number": row.number,
        "gaming_day": row.gaming_day.date.isoformat(),
        "at": chain.moment(row.at),
        "by": str(row.by),
        "previous": before or "",
        "heads": row.heads,
        "digest": row.digest,
    }
