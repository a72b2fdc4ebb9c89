"""Passwords that are refused: words of the house, and those of a list of breaches."""

import hashlib
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as some

from casino import passwords
from casino.errors import Refusal
from casino.models import User
from casino.passwords import BreachedPasswords, HouseWords
from casino.services import users
from casino.wording import sentence

KNOWN = ("12345678901", "correct horse", "letmein please", "sunshine2024")


def digest(password: str) -> str:
    return hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()


@pytest.fixture
def breaches(tmp_path: Path) -> Path:
    """A list as its publisher writes it: ordered by hash, lines ending with CR and LF."""
    path = tmp_path / "breaches.txt"
    path.write_bytes(b"".join(sorted(f"{digest(word)}:{len(word)}\r\n".encode() for word in KNOWN)))
    return path


@pytest.mark.parametrize(
    "password",
    ["Spielbank2026!", "pokerpoker", "casinodealer", "C4s1n0-123", "Pa55wort99", "bad homburg 26", "floor-cage-7"],
)
def test_little_more_than_words_of_the_house_is_refused(password: str) -> None:
    with pytest.raises(ValidationError) as error:
        HouseWords(["Bad Homburg"]).validate(password)
    assert error.value.code == "password_house_word"


@pytest.mark.parametrize("password", ["five horses play poker daily", "87654321", "a floor of old oak boards"])
def test_a_sentence_with_such_a_word_is_not(password: str) -> None:
    HouseWords().validate(password)


@pytest.mark.parametrize("password", KNOWN)
def test_a_breached_one_is_refused(breaches: Path, password: str) -> None:
    with pytest.raises(ValidationError) as error:
        BreachedPasswords(str(breaches)).validate(password)
    assert error.value.code == "password_breached"


def test_others_are_not_and_without_a_list_none_is(breaches: Path) -> None:
    BreachedPasswords(str(breaches)).validate("a sentence long enough")
    BreachedPasswords().validate(KNOWN[0])


def test_a_list_that_cannot_be_read_lets_nothing_pass(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        BreachedPasswords(str(tmp_path / "gone")).validate("a sentence long enough")


@given(some.sets(some.integers(0, 400)), some.integers(0, 400))
def test_the_search_by_halves_finds_what_is_there(
    tmp_path_factory: pytest.TempPathFactory, kept: set[int], one: int
) -> None:
    """Lines of any length, at both ends too."""
    path = tmp_path_factory.mktemp("lists", numbered=True) / "list"
    path.write_text("".join(f"{number:040X}:{'9' * (number % 7 + 1)}\n" for number in sorted(kept)), encoding="ascii")
    assert passwords.is_listed(path, f"{one:040X}".encode()) == (one in kept)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "why"), [("de", "Wort für die Spielbank"), ("en", "word for the house")])
def test_the_service_says_why(language: str, why: str) -> None:
    with translation.override(language), pytest.raises(Refusal) as refusal:
        users.create(username="anna", password="Spielbank2026!", full_name="", role_names=["dealer"])
    with translation.override(language):
        assert why in sentence(refusal.value)
    assert (refusal.value.code, User.objects.count()) == ("password_weak", 0)


@pytest.mark.parametrize(("path", "warning"), [("", "casino.W005"), ("/gone", "casino.W006"), (__file__, None)])
def test_a_deployment_without_a_list_is_warned(settings: object, path: str, warning: str | None) -> None:
    settings.BREACHED_PASSWORDS = path  # type: ignore[attr-defined]
    found = {message.id for message in run_checks(tags=["security"], include_deployment_checks=True)}
    assert found & {"casino.W005", "casino.W006"} == ({warning} if warning else set())
