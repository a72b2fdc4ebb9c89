"""The floor checks a guest before it seats him: papers, ban file, then the seat; nobody is told why (domain §4.16)."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from casino import house_time
from tables.guests.services import guests
from tables.guests.services.admission import policies
from tables.models import AdmissionCheck, Guest, Sitting
from tests.ban_file import serving
from tests.builders import user
from tests.tables.floor.pages.test_floor import send
from tests.tables.pages.conftest import Room
from tools.practice_ban_file import REASON, Script

Browser = Callable[..., Client]
PAPERS = {"birth_date": "1990-02-28", "document": "identity_card"}


@pytest.fixture
def script(room: Room) -> Iterator[Script]:
    policies.put(house_id=room.house.pk, is_on=True, actor=user("admin"))
    script = Script()
    with serving(script) as address, override_settings(BAN_FILE_URL=address):
        yield script


@pytest.fixture
def guest(room: Room) -> Guest:
    return guests.register(house_id=room.house.pk, number="77", name="Anna Weber", actor=room.floor)


@pytest.fixture
def seat(room: Room) -> list[int]:
    return [room.set_up("T1", "every_action"), 2]


def said(client: Client, answer: object) -> str:
    """The page that follows."""
    return client.get(answer.url).content.decode()


def test_from_the_papers_to_the_seat(room: Room, script, guest, seat, browser: Browser) -> None:
    client = browser(room.floor, "en")
    sit, admit = reverse("floor:sit", args=seat), reverse("floor:admit", args=seat)
    assert admit in client.get(sit).content.decode()
    refused = send(client, sit, guest="77", buy_in_cents="150")
    assert refused.status_code == 422
    assert "First establish who the guest is" in refused.content.decode()
    assert f"{admit}?guest=77" in refused.content.decode()
    answer = send(client, admit, guest="77", **PAPERS)
    assert (answer.status_code, answer.url) == (303, f"{sit}?guest=77")
    assert "Anna Weber may play today." in said(client, answer)
    assert send(client, sit, guest="77", buy_in_cents="150").status_code == 303
    assert Sitting.objects.get().guest == guest


@pytest.mark.parametrize(
    ("case", "words"),
    [("banned", "Anna Weber may not play."), ("young", "Anna Weber may not play."), ("silent", "did not respond")],
)
def test_who_may_not_is_told_so_and_not_why(room, script, guest, seat, browser: Browser, case, words) -> None:
    papers = dict(PAPERS)
    if case == "banned":
        script.banned.add(("Anna Weber", "1990-02-28"))
    elif case == "silent":
        script.failures = 99
    else:
        papers["birth_date"] = f"{house_time.today().year - 19}-01-01"
    client = browser(room.floor, "en")
    page = said(client, send(client, reverse("floor:admit", args=seat), guest="77", **papers))
    assert words in page
    assert "may play today" not in page
    assert REASON not in page
    assert send(client, reverse("floor:sit", args=seat), guest="77", buy_in_cents="150").status_code == 422
    assert Sitting.objects.count() == 0


def test_half_of_the_papers_are_none(room, script, guest, seat, browser: Browser) -> None:
    client = browser(room.floor, "en")
    admit = reverse("floor:admit", args=seat)
    assert send(client, admit, guest="77", document="passport").status_code == 422
    assert send(client, admit, guest="77", document="library", birth_date="1990-02-28").status_code == 400
    assert (AdmissionCheck.objects.count(), Guest.objects.get(number="77").identified_at) == (0, None)


def test_a_house_that_checks_nobody_offers_nothing(room, guest, seat, browser: Browser) -> None:
    page = browser(room.floor, "en").get(reverse("floor:sit", args=seat)).content.decode()
    assert reverse("floor:admit", args=seat) not in page


def test_a_dealer_lets_nobody_in(room, script, guest, seat, browser: Browser) -> None:
    assert browser(room.dealer, "en").get(reverse("floor:admit", args=seat)).status_code in (302, 303, 403)
    assert AdmissionCheck.objects.count() == 0
