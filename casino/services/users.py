"""Users: create them, change roles, passwords, PINs and language. Called by admin, command line and demo."""

from collections.abc import Collection
from itertools import pairwise

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from casino import roles
from casino.errors import Malformed, NotFound, Refusal, _
from casino.models import User
from casino.models.users import Language
from casino.transactions import use_case

PERMISSION = "casino.edit_user"
PIN_DIGITS = 6


@use_case("casino.edit_user", console=True)
def create(
    *,
    username: str,
    password: str | None,
    full_name: str,
    role_names: Collection[str],
    language: str = "de",
    is_demo: bool = False,
    actor: User | None,
) -> User:
    """Create a user. Without a password the account cannot be signed in to.

    `actor` is None on the machine's own command line, which needs no permission.  Refuses when the name is taken
    (`username_taken`), a role is unknown (`role_unknown`), or the password is weak (`password_weak`; not checked for
    the demo's published ones).
    """
    _check_roles(role_names)
    person = User(username=User.normalize_username(username), full_name=full_name, language=language)
    if password is not None and not is_demo:
        _check_password(password, person)
    try:
        with transaction.atomic():
            return User.objects.create_user(
                username,
                password,
                full_name=full_name,
                roles=sorted(role_names),
                language=language,
                is_demo=is_demo,
            )
    except IntegrityError as error:
        raise Refusal(
            "username_taken", _("Somebody else has the user name %(username)s."), username=username
        ) from error


@use_case("casino.edit_user", console=True)
def change_roles(*, user_id: int, role_names: Collection[str], actor: User | None) -> User:
    """Change a user's roles. Refuses `own_roles` (four eyes, and no administrator locks the house out)."""
    _check_roles(role_names)
    person = _person(user_id)
    if actor is not None and actor.pk == person.pk:
        raise Refusal("own_roles", _("Nobody may change their own roles."))
    person.roles = sorted(set(role_names))
    person.save(update_fields=["roles"])
    return person


@use_case(None)
def set_password(*, user_id: int, password: str, actor: User | None) -> User:
    """Set a user's password, or the actor's own; ends the user's tokens. Refuses a weak one (`password_weak`)."""
    if actor is None or actor.pk != user_id:
        _authorise(actor)
    person = _person(user_id)
    _check_password(password, person)
    person.set_password(password)
    person.save(update_fields=["password"])
    person.auth_token_set.all().delete()  # type: ignore[attr-defined]  # knox's reverse name; old tokens end with the password
    return person


@use_case(None)
def set_pin(*, user_id: int, pin: str, actor: User | None) -> User:
    """Set a user's PIN for tablets, or the actor's own.

    Refuses anything but six digits (`pin_malformed`), and those that are guessed first (`pin_trivial`).
    """
    if actor is None or actor.pk != user_id:
        _authorise(actor)
    if len(pin) != PIN_DIGITS or not (pin.isascii() and pin.isdigit()):
        raise Malformed("pin_malformed", _("A PIN has %(digits)s digits."), digits=PIN_DIGITS)
    if _is_trivial(pin):
        raise Refusal("pin_trivial", _("Anybody would try this PIN: take another."))
    person = _person(user_id)
    person.pin_hash = make_password(peppered(pin))
    person.save(update_fields=["pin_hash"])
    return person


@use_case("casino.edit_user", console=True)
def set_active(*, user_id: int, active: bool, actor: User | None) -> User:
    """Allow or forbid a user to sign in; refuses `own_account`.

    When forbidden, their tokens end at once and their sessions at the next request.
    """
    person = _person(user_id)
    if actor is not None and actor.pk == person.pk:
        raise Refusal("own_account", _("Nobody may lock their own account."))
    person.is_active = active
    person.save(update_fields=["is_active"])
    if not active:
        person.auth_token_set.all().delete()  # type: ignore[attr-defined]
    return person


@use_case(None)
def speak(*, language: str, actor: User) -> User:
    """Change the actor's own language; needs no permission."""
    if language not in Language.values:
        raise Refusal("language_unknown", _("There is no language %(language)s."), language=language)
    person = _person(actor.pk)
    person.language = language
    person.save(update_fields=["language"])
    return person


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


def _authorise(actor: User | None) -> None:
    if actor is not None:
        roles.require(actor, PERMISSION)


def _person(user_id: int) -> User:
    try:
        return User.objects.get(pk=user_id)
    except User.DoesNotExist as error:
        raise NotFound("user_unknown", _("There is no such user.")) from error


def _check_roles(role_names: Collection[str]) -> None:
    if unknown := sorted(set(role_names) - {role.value for role in roles.Role}):
        raise Refusal(
            "role_unknown",
            _("There is no role %(unknown)s; known are: %(known)s."),
            unknown=unknown,
            known=[role.value for role in roles.Role],
        )


def _check_password(password: str, person: User) -> None:
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise Refusal("password_weak", _("This password is too weak: %(why)s"), why=" ".join(error.messages)) from error
