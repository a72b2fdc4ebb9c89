"""Users: their own password, PIN and language; creating them from the command line.  Their rights: `accounts`."""

from collections.abc import Collection
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from casino import locks, membership, roles
from casino.errors import N_, Malformed, Refusal
from casino.models import Session, User
from casino.models.security import SecurityKind
from casino.models.users import Language
from casino.services import security
from casino.transactions import use_case

PIN_DIGITS = 6


@use_case(None)
def create(
    *,
    username: str,
    password: str | None,
    full_name: str,
    role_names: Collection[str],
    house_ids: Collection[int] | None = None,
    language: str = "de",
    is_demo: bool = False,
) -> User:
    """Create a user from the machine's own command line, which needs no permission; people use `accounts`.

    They work in the houses named, or in every house (None).  Without a password the account cannot be signed in to.
    Refuses when the name is taken (`username_taken`), a role is unknown (`role_unknown`), roles do not go together
    (`roles_incompatible`), or the password is weak (`password_weak`; not checked for the demo's published ones).
    """
    check_roles(role_names)
    if password is not None and not is_demo:
        check_password(password, username=username, full_name=full_name)
    made = saved(
        username,
        password,
        full_name=full_name,
        roles=sorted(role_names),
        house_ids=house_ids,
        language=language,
        is_demo=is_demo,
    )
    if not is_demo:
        note_roles(made, role_names, by=None)
    return made


@use_case(None)
def join(*, username: str, house_id: int) -> User:
    """Let somebody work in one more house, from the machine's own command line; people use `accounts.change_houses`.

    Refuses `user_unknown`.
    """
    found = User.objects.filter(username=username).values_list("pk", flat=True).first()
    person = locks.person(0 if found is None else found)
    if person.house_ids is not None:
        person.house_ids = sorted({*person.house_ids, house_id})
        person.save(update_fields=["house_ids"])
    return person


def note_roles(person: User, given: Collection[str], *, by: User | None) -> None:
    """Raise the alarm that a person was given roles; `by` None: at the console.  An inner step."""
    for role in sorted(given):
        kind = SecurityKind.ADMIN if role == roles.Role.ADMIN else SecurityKind.ROLE
        security.note(kind, f"{person.username}: {role}", user=by)


def saved(username: str, password: str | None, **columns: Any) -> User:
    """Save a new user; refuses `username_taken`, and a second account of a staff number (`staff_number_taken`)."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username, password, **columns)
    except IntegrityError as error:
        if User.objects.filter(staff_number=columns.get("staff_number") or None).exists():
            raise Refusal(
                "staff_number_taken",
                N_("The staff number %(staff_number)s is already taken. Each person can have only one account."),
                staff_number=columns["staff_number"],
            ) from error
        raise Refusal(
            "username_taken", N_("The user name %(username)s is already taken."), username=username
        ) from error


@use_case(None, password=True)
def set_password(*, password: str, actor: User) -> User:
    """Set the actor's own password, which ends their sessions and tokens; another's is `accounts.ask_password`.

    Refuses a weak one (`password_weak`) and the one they have (`password_same`).
    """
    person = locks.person(actor.pk)
    _check_password(password, person)
    if person.check_password(password):
        raise Refusal("password_same", N_("This is your current password: choose another."))
    replace_password(person, password)
    return person


def replace_password(person: User, password: str, *, one_time_until: datetime | None = None) -> None:
    """Save a locked user's new password; sessions and tokens end with the old one.  An inner step."""
    person.set_password(password)
    person.one_time_until = one_time_until
    person.save(update_fields=["password", "one_time_until"])
    sign_out(person)


def sign_out(person: User) -> None:
    """End all sessions and tokens of a user.  An inner step."""
    Session.objects.filter(user=person).delete()
    person.auth_token_set.all().delete()  # type: ignore[attr-defined]  # knox's reverse name


@use_case(None, password=True)
def set_pin(*, user_id: int, pin: str, actor: User | None) -> User:
    """Set a user's PIN for tablets, or the actor's own.

    Refuses anything but six digits (`pin_malformed`), and those that are guessed first (`pin_trivial`).
    """
    if actor is not None and actor.pk != user_id:
        roles.require(actor, "casino.edit_user")
        membership.require(actor, [(User, user_id)])
    _check_pin(pin)
    person = locks.person(user_id)
    give_pin(person, pin)
    return person


def give_pin(person: User, pin: str) -> None:
    """Save a locked or new user's PIN; refuses what `set_pin` refuses of it.  An inner step."""
    _check_pin(pin)
    person.pin_hash = make_password(peppered(pin))
    person.save(update_fields=["pin_hash"])


def _check_pin(pin: str) -> None:
    if len(pin) != PIN_DIGITS or not (pin.isascii() and pin.isdigit()):
        raise Malformed("pin_malformed", N_("A PIN must have %(digits)s digits."), digits=PIN_DIGITS)
    if _is_trivial(pin):
        raise Refusal("pin_trivial", N_("This PIN is too easy to guess. Choose another."))


@use_case(None)
def speak(*, language: str, actor: User) -> User:
    """Change the actor's own language; needs no permission."""
    if language not in Language.values:
        raise Refusal("language_unknown", N_("The language %(language)s is not available."), language=language)
    person = locks.person(actor.pk)
    person.language = language
    person.save(update_fields=["language"])
    return person


@use_case(None)
def prefer(*, name: str, value: str, actor: User) -> None:
    """Keep how the actor likes a screen; needs no permission."""
    person = locks.person(actor.pk)
    User.objects.filter(pk=person.pk).update(preferences={**person.preferences, name: value})


def _is_trivial(pin: str) -> bool:
    """Whether the PIN is among those that are guessed first: 111111, 121212, 123123, 123321, 112233, 123456."""
    half = PIN_DIGITS // 2
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    is_doubled = all(pin[at] == pin[at + 1] for at in range(0, PIN_DIGITS, 2))
    return len(set(pin)) < 3 or steps in ({1}, {9}) or pin[:half] in (pin[half:], pin[half:][::-1]) or is_doubled


def pin_mark(person: User) -> str:
    """What a tablet's session keeps of the PIN that opened it: another PIN ends the session."""
    return salted_hmac("casino.pin.session", person.pin_hash, algorithm="sha256").hexdigest()


def peppered(pin: str) -> str:
    """A keyed digest of the PIN, hashed instead of six digits, so that a copy of the table alone is useless."""
    return salted_hmac("casino.pin", pin, algorithm="sha256").hexdigest()


def check_roles(role_names: Collection[str]) -> None:
    """Refuses unknown roles (`role_unknown`), and those that nobody has together (`roles_incompatible`)."""
    if unknown := sorted(set(role_names) - {role.value for role in roles.Role}):
        raise Refusal(
            "role_unknown",
            N_("Unknown role %(unknown)s. Known roles: %(known)s."),
            unknown=unknown,
            known=[role.value for role in roles.Role],
        )
    for role, other in roles.clashing(role_names, settings.INCOMPATIBLE_ROLES):
        raise Refusal(
            "roles_incompatible",
            N_("No one may be both %(role)s and %(other_role)s."),
            role=role,
            other_role=other,
        )


def check_password(password: str, *, username: str, full_name: str) -> None:
    """Refuses (`password_weak`) a first password that somebody of this name may not have.  An inner step."""
    _check_password(password, User(username=User.normalize_username(username), full_name=full_name))


def _check_password(password: str, person: User) -> None:
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise Refusal(
            "password_weak", N_("This password is too weak: %(why)s"), why=" ".join(error.messages)
        ) from error
