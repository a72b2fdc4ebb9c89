"""Tablets: enrolled once by the floor, unlocked with a dealer's tile and PIN, revoked when lost.

A PIN has six digits and works only on an enrolled tablet; five misses lock the tile until the floor frees it, and
serious commands still ask for a password.  Every attempt is a LoginEvent.
"""

import hashlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django.contrib.auth.hashers import check_password
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac

from casino import house_time, membership
from casino.errors import N_, Malformed, NotAllowed, NotFound, Refusal
from casino.models import Device, LoginEvent, PinMisses, User
from casino.models.logins import LoginKind
from casino.models.security import SecurityKind
from casino.roles import Role
from casino.rows import existing
from casino.services import security, users
from casino.services.sign_in import TooManyAttempts
from casino.throttle import MISSES, WINDOW
from casino.transactions import use_case

PERMISSION = "casino.edit_device"
CODE_DIGITS = 8
CODE_GOOD_FOR = timedelta(minutes=10)
NAME_MAX = 40
DEVICES = "devices"


class WrongPin(NotAllowed):
    """The PIN is wrong; the facts name the tries left before the tile is locked."""

    status: ClassVar[int] = 401

    def __init__(self, left: int) -> None:
        super().__init__("wrong_pin", N_("Wrong PIN. Tries left: %(left)s."), left=left)


class PinLocked(NotAllowed):
    """Too many wrong PINs of one person, on whichever tablets."""

    def __init__(self) -> None:
        super().__init__("pin_locked", N_("Too many wrong PINs: the floor must unlock this tile."))


@dataclass(frozen=True, slots=True)
class Tile:
    """A dealer on the lock screen."""

    user: User
    is_locked: bool


@use_case("casino.edit_device")
def add(*, name: str, house_id: int | None = None, actor: User) -> tuple[Device, str]:
    """Add a tablet of a house (None: of every house); returns it and the code that enrols it.

    Refuses `name_required` and `device_name_taken`.
    """
    name = name.strip()
    if not 1 <= len(name) <= NAME_MAX:
        raise Malformed("name_required", N_("Enter a name of up to %(most)s characters."), most=NAME_MAX)
    device = Device(name=name, house_id=house_id)
    code = _new_code(device)
    try:
        with transaction.atomic():
            device.save()
    except IntegrityError as error:
        raise Refusal("device_name_taken", N_("Another tablet is already called %(name)s."), name=name) from error
    return device, code


@use_case("casino.edit_device")
def renew(*, device_id: int, actor: User) -> tuple[Device, str]:
    """Give a tablet a new code, for one that has lost its cookie; the old cookie works until the code is used."""
    device = _found(device_id)
    device.revoked_at = None
    code = _new_code(device)
    device.save()
    return device, code


@use_case("casino.edit_device")
def revoke(*, device_id: int, actor: User) -> Device:
    """Revoke a tablet: its user is signed out at the next request. Repeating it has no effect."""
    device = _found(device_id)
    if device.revoked_at is None:
        device.revoked_at = house_time.now()
        device.code_digest = device.code_until = device.token_digest = None
        device.save()
    return device


@use_case("casino.edit_device")
def free(*, device_id: int, user_id: int, actor: User) -> None:
    """Let somebody try their PIN again, on every tablet; refuses `own_tile`: users cannot free their own."""
    if actor.pk == user_id:
        raise NotAllowed("own_tile", N_("Somebody else must unlock your tile."))
    membership.require(actor, [(User, user_id)])
    _lock(f"pin {user_id}")
    if not PinMisses.objects.filter(device_id=device_id, user_id=user_id).exists():
        return
    for row in PinMisses.objects.filter(user_id=user_id):
        _forget(row)


def enrol(*, code: str, ip: str | None, request_id: str = "") -> tuple[Device, str]:
    """Enrol the browser that sent the code; returns the tablet and the token for its cookie.

    Refuses `wrong_code` and `too_many_attempts`.  Not a use case: the record of a miss must outlive the refusal.
    """
    enrolled = _enrol(code="".join(code.split()), ip=ip, request_id=request_id)
    if enrolled is None:
        raise Refusal("wrong_code", N_("This code is wrong, or older than ten minutes."))
    return enrolled


def unlock(*, token: str, user_id: int, pin: str, ip: str | None, request_id: str = "") -> tuple[Device, User]:
    """Check a dealer's PIN on a tablet; returns the tablet and the dealer.

    Refuses `device_not_enrolled`, `user_unknown`, `wrong_pin` and `pin_locked`.  Not a use case, like `enrol`.
    """
    device = known(token)
    if device is None:
        raise NotAllowed("device_not_enrolled", N_("This tablet is not enrolled here: ask the floor to enrol it."))
    person, left = _try(device=device, user_id=user_id, pin=pin, ip=ip, request_id=request_id)
    if person is not None:
        return device, person
    if left > 0:
        raise WrongPin(left)
    raise PinLocked


def known(token: str) -> Device | None:
    """The tablet with this token; None if there is none or it was revoked."""
    return Device.objects.filter(token_digest=_digest(token)).first() if token else None


def is_known(token: str, device_id: int) -> bool:
    """Whether this token belongs to that tablet."""
    device = known(token)
    return device is not None and device.pk == device_id


def tiles(device: Device) -> Sequence[Tile]:
    """The tiles of a tablet: all active dealers of its house with a PIN, by name."""
    people = User.objects.filter(is_active=True, roles__contains=[Role.DEALER.value]).exclude(pin_hash="")
    if device.house_id is not None:
        people = people.filter(Q(house_ids=None) | Q(house_ids__contains=[device.house_id]))
    locked = set(PinMisses.objects.filter(locked_at__isnull=False).values_list("user_id", flat=True))
    return [Tile(person, person.pk in locked) for person in people.order_by("full_name", "username")]


def locked_tiles(*, house_ids: Collection[int] | None) -> Sequence[PinMisses]:
    """Every locked tile of the houses' tablets (None: of every house), the longest locked first."""
    rows = PinMisses.objects.filter(locked_at__isnull=False)
    if house_ids is not None:
        rows = rows.filter(Q(device__house=None) | Q(device__house__in=house_ids))
    return list(rows.select_related("device", "user").order_by("locked_at"))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _code_digest(code: str) -> str:
    return salted_hmac("casino.device.code", code, algorithm="sha256").hexdigest()


def _new_code(device: Device) -> str:
    code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"
    device.code_digest, device.code_until = _code_digest(code), house_time.now() + CODE_GOOD_FOR
    return code


def _found(device_id: int) -> Device:
    _lock(DEVICES)
    return existing(Device.objects.filter(pk=device_id), NotFound("no_such_device", N_("Tablet not found.")))


@use_case(None)
def _enrol(*, code: str, ip: str | None, request_id: str) -> tuple[Device, str] | None:
    _lock(DEVICES)
    recent = LoginEvent.objects.filter(kind=LoginKind.ENROL, ip=ip, ok=False, at__gt=house_time.now() - WINDOW)
    if recent.count() >= MISSES:
        raise TooManyAttempts
    device = Device.objects.filter(code_digest=_code_digest(code), code_until__gt=house_time.now()).first()
    name = device.name if device else ""
    LoginEvent.objects.create(
        username=name, device=device, ip=ip, kind=LoginKind.ENROL, ok=device is not None, request_id=request_id
    )
    if device is None:
        return None
    token = secrets.token_urlsafe(32)
    device.token_digest, device.enrolled_at = _digest(token), house_time.now()
    device.code_digest = device.code_until = None
    device.save()
    return device, token


@use_case(None)
def _try(*, device: Device, user_id: int, pin: str, ip: str | None, request_id: str) -> tuple[User | None, int]:
    """The dealer if the PIN is right, else None; and the tries left.  Refuses `user_unknown`, `pin_locked`."""
    _lock(f"pin {user_id}")
    person = next((tile.user for tile in tiles(device) if tile.user.pk == user_id), None)
    if person is None:
        raise NotFound("user_unknown", N_("User not found."))
    rows = {row.device_id: row for row in PinMisses.objects.filter(user=person)}
    if any(row.locked_at is not None for row in rows.values()):
        raise PinLocked
    ok = check_password(users.peppered(pin), person.pin_hash)
    LoginEvent.objects.create(
        user=person,
        username=person.username,
        device=device,
        ip=ip,
        kind=LoginKind.PIN,
        ok=ok,
        request_id=request_id,
    )
    if ok:
        for row in rows.values():
            _forget(row)
        return person, MISSES
    here = rows.setdefault(device.pk, PinMisses(device=device, user=person))
    here.misses += 1
    left = MISSES - sum(row.misses for row in rows.values())
    here.locked_at = house_time.now() if left <= 0 else None
    here.save()
    if left <= 0:
        security.note(SecurityKind.MISSES, f"PIN {person.username}", user=None, ip=ip, request_id=request_id)
    return None, left


def _forget(row: PinMisses) -> None:
    """Reset a person's misses on a tablet to none."""
    if row.misses or row.locked_at is not None:
        row.misses, row.locked_at = 0, None
        row.save()


def _lock(what: str) -> None:
    """Take an advisory lock on `what`: concurrent attempts would otherwise all see the same number of misses."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [what])
