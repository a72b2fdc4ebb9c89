"""The supervising authority's public keys: a manager registers a key, an auditor or an administrator confirms it.

Managers sign statements, so a key that two of them made up would countersign what they have signed.  A key can be
withdrawn.  The house never has the private key: the authority signs a seal on its own machine, for example with
`openssl pkeyutl -sign -rawin -inkey key.pem -in statement.txt`.
"""

import base64
import binascii
from typing import TYPE_CHECKING, Final

from accounting import ed25519, locks
from accounting.models import AuthorityKey, KeyWithdrawal
from accounting.revenue.selectors.authority_keys import KEYS
from casino import house_time, reasons
from casino.errors import N_, Malformed, Refusal
from casino.models.security import SecurityKind
from casino.services import decisions, security
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

DECLINES: Final = "casino.decline_authority_key"
State = AuthorityKey.State
NAME_MOST: Final = 100
_PEM: Final = ("-----BEGIN PUBLIC KEY-----", "-----END PUBLIC KEY-----")
_DER: Final = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410 § 4)."""


@use_case(KEYS.edits)
def register(*, house_id: int, authority: str, public_key: str, actor: "User") -> AuthorityKey:
    """Register a key of the authority, in hexadecimal, base64 or PEM; it counts once a second person has approved it.

    Refuses a nameless authority (`authority_nameless`), what is no usable Ed25519 key (`bad_key`), and a key that is
    registered already, or was withdrawn (`key_registered`).
    """
    authority = authority.strip()
    if not 0 < len(authority) <= NAME_MOST:
        raise Malformed(
            "authority_nameless", N_("The name of an authority can have up to %(most)s characters."), most=NAME_MOST
        )
    key = _read_key(public_key)
    if key is None or not ed25519.is_key(key):
        raise Malformed("bad_key", N_("This is not an Ed25519 public key: enter it in hexadecimal, base64 or PEM."))
    house = locks.house(house_id)
    if AuthorityKey.objects.filter(house=house, public_key=key).exclude(state=State.DECLINED).exists():
        raise Refusal("key_registered", N_("This key is already registered."))
    return AuthorityKey.objects.create(
        house=house, authority=authority, public_key=key, proposed_at=house_time.now(), proposed_by=actor
    )


@use_case(KEYS.approves, password=True, decides=KEYS)
def approve(*, authority_key_id: int, seen: str, actor: "User") -> AuthorityKey:
    """Confirm a key that another person registered: by an auditor or an administrator, who sign no statement.

    Refuses them (`two_people`), a decided key (`key_decided`), and another than was `seen` (`stale`).
    """
    return decisions.approve(KEYS, locks.of_house(KEYS, authority_key_id), actor, seen)


@use_case(DECLINES, decides=KEYS)
def decline(*, authority_key_id: int, seen: str, actor: "User") -> AuthorityKey:
    """Decline a key, or withdraw one's own proposal; it stays on record.  Refuses a decided key, and `stale`."""
    return decisions.decline(KEYS, locks.of_house(KEYS, authority_key_id), actor, seen)


@use_case(KEYS.edits)
def withdraw(*, authority_key_id: int, reason: str, actor: "User") -> KeyWithdrawal:
    """Take a key out of use, as where it was lost; signatures that were made with it stay.

    One person suffices, since it only takes away.  Refuses a key that is not in force (`key_not_in_force`) and a
    missing reason (`reason_required`).
    """
    row = locks.of_house(KEYS, authority_key_id)
    if row.state != State.APPROVED or KeyWithdrawal.objects.filter(key=row).exists():
        raise Refusal("key_not_in_force", N_("This key is not in force."))
    security.note(SecurityKind.TERMS, KEYS.about(row), user=actor)
    return KeyWithdrawal.objects.create(key=row, at=house_time.now(), by=actor, reason=reasons.given(reason))


def read(text: str, length: int) -> bytes | None:
    """`length` bytes from hexadecimal or base64; None if the text is neither."""
    text = "".join(text.split())
    try:
        if len(text) == 2 * length:
            return bytes.fromhex(text)
        found = base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        return None
    return found if len(found) == length else None


def _read_key(text: str) -> bytes | None:
    text = text.strip()
    if text.startswith(_PEM[0]) and text.endswith(_PEM[1]):
        found = read(text[len(_PEM[0]) : -len(_PEM[1])], len(_DER) + ed25519.KEY_BYTES)
        return found[len(_DER) :] if found is not None and found.startswith(_DER) else None
    return read(text, ed25519.KEY_BYTES)
