"""The dispute bundle: one file with everything on a hand, which a third party can verify independently.

A ZIP with a page to print (`hand.html`), the same as data (`hand.json`), the hand in PHH if its actions were recorded,
and the digests of these files.  The same state gives the same bytes, so two copies can be compared.  Guests appear as
seats, with card numbers on request; staff who booked appear by name.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounting.ledger.selectors import blind
from accounting.rake.selectors import computation
from casino import roles
from tables.audit.services import disputes
from tables.hands.selectors import cases, history, phh
from tables.hands.selectors.cases import Case
from tables.hands.selectors.hands import RecordedHand

if TYPE_CHECKING:
    from casino.models import User
from tables.hands.selectors.cases import BUNDLES, tips_cents

_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # ZIP entries need a time; a constant keeps the bytes reproducible
_READABLE: Final = 0o644 << 16


@dataclass(frozen=True, slots=True)
class Bundle:
    """A ZIP file: its name and its bytes."""

    name: str
    content: bytes


def of_hand(*, hand_id: int, with_numbers: bool = False, actor: "User") -> Bundle:
    """The bundle of a hand and its corrections, in the active language.

    Needs `tables.read_every_hand`; not for people who count boxes blind.  Refuses `no_such_hand`.
    """
    roles.require(actor, BUNDLES)
    blind.require_not_blind(actor)
    case = cases.of_hand(hand_id, with_numbers=with_numbers)
    files = {
        "hand.html": page(case),
        "hand.json": json.dumps(disputes.case(case), ensure_ascii=False, indent=1, sort_keys=True) + "\n",
    }
    if case.hand.setup is not None:
        files["hand.phh"] = phh.text(hand_id, with_numbers=with_numbers)
    name = f"hand-{case.hand.table.code}-{case.hand.session_id}-{case.hand.number}.zip"
    return Bundle(name, _zipped({name: text.encode() for name, text in files.items()}))


def page(case: Case) -> str:
    """The self-contained page to print, in the house's time zone."""
    with timezone.override(ZoneInfo(case.hand.house.time_zone)):
        context = {
            "case": case,
            "hand": case.hand,
            "language": translation.get_language(),
            "records": [_record(case, record) for record in case.records],
            "links": case.links,
            "seals": case.seals,
            "recipe": disputes.recipe(),
        }
        return render_to_string("dispute/hand.html", context)


def _record(case: Case, record: RecordedHand) -> dict[str, Any]:
    hand = record.hand
    result: Mapping[str, Any] = hand.result or {}
    names = case.numbers.get(hand.pk, {})
    return {
        "hand": hand,
        "result": result,
        "lines": computation.sentences(result.get("rake", {}).get("lines", [])),
        "terms": json.dumps(hand.schedule_version.terms, ensure_ascii=False, sort_keys=True),
        "tips_cents": tips_cents(hand),
        "guests": sorted(names.items()),
        "actions": [
            {"row": row, "sentence": said, "by": case.people[row.actor_id]}
            for row, said in zip(record.actions, history.of_rows(record, names), strict=True)
        ],
    }


def _zipped(files: Mapping[str, bytes]) -> bytes:
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as file:
        for name, content in sorted({**files, "SHA256SUMS": sums.encode()}.items()):
            entry = ZipInfo(name, _LONG_AGO)
            entry.create_system, entry.external_attr = 3, _READABLE  # the same on every system
            file.writestr(entry, content)
    return packed.getvalue()
