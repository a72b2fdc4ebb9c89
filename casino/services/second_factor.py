"""The second factor: a code that changes every half minute (TOTP, RFC 6238), and recovery codes for a lost telephone.

django-otp keeps the devices, accepts a code once, and makes people who miss wait twice as long each time.  A person who
has a role of `settings.SECOND_FACTOR_ROLES` can do nothing before they have set one up; anybody else may.
"""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.utils.crypto import get_random_string
from django_otp.models import ThrottlingMixin
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino import house_time, locks
from casino.errors import N_, NotAllowed, Refusal
from casino.models import LoginEvent, RecoveryCode, User
from casino.models.logins import LoginKind
from casino.services import users
from casino.services.sign_in import TooManyAttempts
from casino.transactions import use_case

RECOVERY_CODES = 10
DIGITS = 6
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read as something else
_LENGTH = 8


class CodeRequired(Refusal):
    """The password was right; the code of the second factor is missing (401)."""

    status: ClassVar[int] = 401

    def __init__(self) -> None:
        super().__init__("code_required", N_("Your second-factor code is needed too: send it as code."))


class WrongCode(Refusal):
    """The code is wrong, over, or was used before (401)."""

    status: ClassVar[int] = 401

    def __init__(self) -> None:
        super().__init__("wrong_code", N_("The code is wrong or has already been used."))


class NotSetUp(NotAllowed):
    """The person's role needs a second factor, and they have none yet (403)."""

    def __init__(self) -> None:
        super().__init__(
            "second_factor_required",
            N_("Your role needs a second factor: set it up at %(address)s first."),
            address="/account/second-factor/",
        )


def is_needed(person: User) -> bool:
    """Whether one of the person's roles needs it; no query."""
    return not settings.SECOND_FACTOR_ROLES.isdisjoint(person.roles)


def has(person: User) -> bool:
    """Whether the person has set it up."""
    return bool(TOTPDevice.objects.filter(user=person, confirmed=True).exists())


def new(person: User) -> TOTPDevice:
    """A device with a new secret, not saved: what the telephone reads is its `config_url`."""
    return TOTPDevice(user=person, name="TOTP", confirmed=True)


def same(person: User, key: str) -> TOTPDevice:
    """The same device again, by its secret."""
    return TOTPDevice(user=person, name="TOTP", confirmed=True, key=key)


@use_case(None, password=True)
def set_up(*, key: str, code: str, actor: User) -> list[str]:
    """Save a device if the code is its own (`wrong_code`); returns new recovery codes.  Replaces the one there was."""
    person = locks.person(actor.pk)
    device = same(person, key)
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits)
    if not (_is_code(code) and totp.verify(int(code), device.tolerance)):
        raise WrongCode
    _drop(person)
    device.last_t = totp.t()
    device.save()
    return _recovery_codes(person)


@use_case(None, password=True)
def renew_codes(*, actor: User) -> list[str]:
    """Recovery codes instead of those there were.  Refuses a person without a second factor (`no_second_factor`)."""
    person = locks.person(actor.pk)
    _check_has(person)
    return _recovery_codes(person)


@use_case(None, password=True)
def remove(*, actor: User) -> None:
    """Give up one's second factor.  Refuses `no_second_factor`, and roles that need one (`second_factor_required`)."""
    person = locks.person(actor.pk)
    _check_has(person)
    if is_needed(person):  # a session may have fewer roles than the person
        raise NotSetUp
    _drop(person)


def check(*, person: User, code: str, ip: str | None, request_id: str = "") -> None:
    """Check a code, or use a recovery code up.  Refuses `wrong_code`, and a try too soon (`too_many_attempts`).

    Not a use case: the record of a miss must outlive the refusal.
    """
    wait, is_right = _attempt(user_id=person.pk, code=code, ip=ip, request_id=request_id)
    if wait:
        raise TooManyAttempts(wait)
    if not is_right:
        raise WrongCode


def drop(person: User) -> None:
    """Delete a locked person's devices, and sign them out.  An inner step."""
    _drop(person)
    users.sign_out(person)


@use_case(None)
def _attempt(*, user_id: int, code: str, ip: str | None, request_id: str) -> tuple[timedelta | None, bool]:
    person = locks.person(user_id)
    device = TOTPDevice.objects.filter(user=person, confirmed=True).first()
    if device is None:
        return None, False
    if wait := _wait(device):
        return wait, False
    is_right = device.verify_token(code) if _is_code(code) else _recovers(person, code, device)
    LoginEvent.objects.create(
        user=person, username=person.username, ip=ip, kind=LoginKind.CODE, ok=is_right, request_id=request_id
    )
    return None, is_right


def _recovers(person: User, code: str, device: TOTPDevice) -> bool:
    """Use a recovery code up; a miss counts with those of the telephone's codes."""
    number, _dash, word = code.strip().lower().partition("-")
    known = person.recovery_codes.filter(number=int(number)).first() if number.isdecimal() and len(number) < 3 else None
    if known is None or not check_password(word, known.code_hash):
        device.throttle_increment()
        return False
    known.delete()
    device.throttle_reset()
    return True


def _wait(device: ThrottlingMixin) -> timedelta | None:
    """How long the device is still closed after misses."""
    is_allowed, facts = device.verify_is_allowed()
    return None if is_allowed else facts["locked_until"] - house_time.now()


def _is_code(code: str) -> bool:
    return len(code) == DIGITS and code.isascii() and code.isdigit()


def _check_has(person: User) -> None:
    if not has(person):
        raise Refusal("no_second_factor", N_("You have no second factor."))


def _drop(person: User) -> None:
    TOTPDevice.objects.filter(user=person).delete()
    person.recovery_codes.all().delete()


def _recovery_codes(person: User) -> list[str]:
    """New codes like `3-k7mz9qpw`, of which only hashes are kept."""
    words = [get_random_string(_LENGTH, _LETTERS) for _number in range(RECOVERY_CODES)]
    person.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=person, number=number, code_hash=make_password(word)) for number, word in enumerate(words, 1)
    )
    return [f"{number}-{word}" for number, word in enumerate(words, 1)]
