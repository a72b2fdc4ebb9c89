"""Everything on one hand for a dispute: its records, corrections, rulings, entries and seals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q

from accounting.ledger.selectors import links
from accounting.ledger.selectors.links import Link
from accounting.models import Seal
from casino.errors import N_, NotFound
from tables.hands.selectors import hands
from tables.hands.selectors.hands import RecordedHand
from tables.models import Hand, Ruling
from tables.play.selectors import sittings

_NEIGHBOURS = 3
_JOINED = ("house", "table", "session", "game", "dealer", "voided_by", "schedule_version__schedule", "gaming_day")


@dataclass(frozen=True, slots=True)
class Case:
    """One dealt hand: the original and its corrections in order, with their rulings, entries and seals.

    `numbers`: the guests' card numbers by hand and seat; empty unless requested.
    """

    hand: Hand
    records: tuple[RecordedHand, ...]
    rulings: tuple[Ruling, ...]
    links: tuple[Link, ...]
    seals: tuple[Seal, ...]
    people: dict[int, str]
    numbers: dict[int, dict[int, str]]


def of_hand(hand_id: int, *, with_numbers: bool = False) -> Case:
    """The case of a hand; refuses `no_such_hand`."""
    chain = corrections(hand_id)
    records = tuple(hands.recorded(row, row.table.code, hands.rows_of(row.pk)) for row in chain)
    booked = links.of_subjects(chain[0].house_id, [f"hand:{row.pk}" for row in chain])
    rulings = tuple(Ruling.objects.filter(hand__in=chain).select_related("by").order_by("at", "pk"))
    seals = Seal.objects.filter(gaming_day__in={link.entry.gaming_day_id for link in booked})
    return Case(
        hand=next(row for row in chain if row.pk == hand_id),
        records=records,
        rulings=rulings,
        links=tuple(booked),
        seals=tuple(seals.select_related("gaming_day", "by").order_by("number")),
        people=_people(row.actor_id for record in records for row in record.rows),
        numbers={row.pk: sittings.numbers_at(row.session_id, row.started_at) for row in chain} if with_numbers else {},
    )


def corrections(hand_id: int) -> list[Hand]:
    """The hand with those it replaced and those that replaced it, the original first; refuses `no_such_hand`."""
    rows = Hand.objects.select_related(*_JOINED)
    found = rows.filter(pk=hand_id).first()
    if found is None:
        raise NotFound("no_such_hand", N_("Hand not found."))
    chain = [found]
    while chain[0].corrects_id is not None:
        chain.insert(0, rows.get(pk=chain[0].corrects_id))
    while later := rows.filter(corrects_id=chain[-1].pk).first():
        chain.append(later)
    return chain


def neighbours(hand: Hand) -> list[Hand]:
    """The session's hands from three before this one to three after it, this one included."""
    around = Q(number__gte=max(hand.number - _NEIGHBOURS, 0), number__lte=hand.number + _NEIGHBOURS)
    return list(Hand.objects.filter(around, session_id=hand.session_id).order_by("number"))


def _people(user_ids: Iterable[int]) -> dict[int, str]:
    return {user.pk: str(user) for user in get_user_model().objects.filter(pk__in=set(user_ids))}


BUNDLES = "tables.read_every_hand"


def tips_cents(hand: Hand) -> int:
    """The sum of a hand's tips; 0 before settlement."""
    result: Mapping[str, Any] = hand.result or {}
    given = result.get("tips")
    return result.get("tips_cents", 0) if given is None else sum(tip["amount_cents"] for tip in given)
