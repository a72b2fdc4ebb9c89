"""The dealers' board: who comes next, breaks, shifts, qualifications; every command by its form (domain §4.9)."""

import html
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from casino import house_time
from casino.models import User
from casino.pages.forms import new_key
from tables.dealers.services import breaks, qualifications, shifts
from tables.models import DealerBreak, Down, Game, HouseRules, Qualification, Shift
from tables.play.services import house_rules
from tables.rules.forms import FORMS
from tables.rules.rota.skills import SKILLS
from tables.rules.rota.terms import RotaRules
from tests import live
from tests.tables.pages.conftest import Room

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
ALL = ["texas/no_limit", "tournament"]
BOARD = "/floor/dealers/"


@pytest.fixture
def people(room: Room) -> dict[str, User]:
    """A rota, three who are here, and one who is not."""
    house_rules.change(house_id=room.house.pk, rules=RotaRules, changes={"is_on": True}, actor=room.floor)
    found = {"anna": room.dealer}
    for name in ("boris", "clara", "dora"):
        found[name] = User.objects.create_user(name, full_name=name.title(), roles=["dealer"])
    for name, person in found.items():
        skills = [] if name == "clara" else ALL
        qualifications.put(house_id=room.house.pk, dealer_id=person.pk, skills=skills, actor=room.floor)
        if name != "dora":
            shifts.come(house_id=room.house.pk, dealer_id=person.pk, actor=room.floor)
    return found


def send(client: Client, name: str, *args: object, **values: object) -> int:
    body = {"key": new_key(), **values}
    return client.post(reverse(f"floor:{name}", args=args), body).status_code


def test_who_deals_who_comes_who_rests(room: Room, people: dict[str, User], browser: Browser) -> None:
    room.set_up("T1", "every_action")
    room.push(room.tables["T1"])
    Down.objects.update(started_at=house_time.now() - timedelta(minutes=31))
    text = browser(room.floor).get(BOARD).content.decode()
    for words in ("Anna Keller", "← Boris", "Push 1 dealer due", "Clara", "min of breaks"):
        assert words in text
    assert browser(people["anna"]).get(BOARD).status_code == 403, "the board is the floor's"


def test_a_poll_is_told_of_breaks(room: Room, people: dict[str, User], browser: Browser) -> None:
    client = browser(room.floor)
    live.commit()
    seen = client.get(BOARD).context["live_version"]
    assert client.get(BOARD, {"v": seen}).status_code == 204
    assert send(client, "dealer-break", people["boris"].pk) == 303
    live.commit()
    assert b"Nobody is on a break" not in client.get(BOARD, {"v": seen}).content


def test_break_and_back_by_one_tap_each(room: Room, people: dict[str, User], browser: Browser) -> None:
    client = browser(room.floor)
    assert send(client, "dealer-break", people["boris"].pk) == 303
    assert send(client, "dealer-break", people["boris"].pk) == 422, "he is on one"
    assert send(client, "dealer-back", people["boris"].pk) == 303
    assert DealerBreak.objects.get().ended_at is not None


def test_all_that_are_due_are_pushed_as_shown(room: Room, people: dict[str, User], browser: Browser) -> None:
    table = room.set_up("T1", "every_action")
    client = browser(room.floor)
    version = room.version(room.tables["T1"])
    body = {"key": new_key(), "push": [f"{table}:{version}:{people['boris'].pk}"]}
    answer = client.post(reverse("floor:push-line"), body, follow=True)
    assert "Pushed: T1 Boris" in answer.content.decode()
    assert Down.objects.get(ended_at=None).dealer == people["boris"]
    stale = {"key": new_key(), "push": [f"{table}:{version}:{room.dealer.pk}"]}
    answer = client.post(reverse("floor:push-line"), stale, follow=True)
    assert "T1: This has since changed" in answer.content.decode()
    assert client.post(reverse("floor:push-line"), {"key": new_key(), "push": ["x"]}).status_code == 400


def test_a_push_against_the_rota_wants_a_reason(room: Room, people: dict[str, User], browser: Browser) -> None:
    table = room.set_up("T1", "every_action")
    client = browser(room.floor)
    address = reverse("floor:push", args=[table]) + "?from=dealers"
    form = client.get(address).context["form"]
    offered = [label.partition(",")[0] for _pk, label in form.fields["dealer"].choices]
    assert offered[0] in ("Anna Keller", "Boris"), "the proposed stands first"
    assert "Dora" not in offered
    body = {"key": new_key(), "version": room.version(room.tables["T1"]), "dealer": people["clara"].pk}
    refused = client.post(address, body)
    assert refused.status_code == 422
    assert "not qualified" in refused.content.decode()
    answer = client.post(address, body | {"key": new_key(), "reason": "She learns"})
    assert (answer.status_code, answer["Location"]) == (303, BOARD)
    assert Down.objects.get().reason == "She learns"


def test_where_all_are_on_a_break_the_longest_away_is_proposed_and_called_back(
    room: Room, people: dict[str, User], browser: Browser
) -> None:
    table = room.set_up("T1", "every_action")
    for name in ("boris", "anna", "clara"):
        breaks.send(house_id=room.house.pk, dealer_id=people[name].pk, actor=room.floor)
    client, address = browser(room.floor), reverse("floor:push", args=[table])
    form = client.get(address).context["form"]
    assert (form.initial["dealer"], form.initial["ends_break"]) == (people["boris"].pk, True)
    body = {"key": new_key(), "version": room.version(table), "dealer": people["boris"].pk}
    refused = client.post(address, body)
    assert refused.status_code == 422
    assert "on a break" in refused.content.decode()
    assert client.post(address, body | {"key": new_key(), "ends_break": "on"}).status_code == 303
    assert Down.objects.get().dealer == people["boris"]


def test_shifts_are_entered_begun_called_off_and_ended(room: Room, people: dict[str, User], browser: Browser) -> None:
    client = browser(room.floor)
    begins = house_time.local_now() + timedelta(hours=1)
    times = {"begins_at": f"{begins:%Y-%m-%dT%H:%M}", "ends_at": f"{begins + timedelta(hours=8):%Y-%m-%dT%H:%M}"}
    assert send(client, "roster", dealers=[people["dora"].pk], **times) == 303
    (planned,) = Shift.objects.filter(came_at=None)
    assert "Dora" in client.get(BOARD).content.decode()
    assert "Dora" in client.get(reverse("floor:roster")).content.decode()
    assert send(client, "roster", dealers=[people["dora"].pk], **times) == 422
    assert send(client, "call-off", planned.pk, reason="Ill") == 303
    assert send(client, "come", dealer=people["dora"].pk) == 303
    assert send(client, "go", people["dora"].pk) == 303
    assert Shift.objects.filter(dealer=people["dora"], went_at__isnull=False).count() == 1


def test_rules_and_qualifications(room: Room, people: dict[str, User], browser: Browser) -> None:
    client = browser(room.floor)
    numbers = {"down_minutes": 40, "break_minutes": 20, "lead_minutes": 5}
    assert send(client, "rota-rules", is_on="on", checks_qualification="on", **numbers) == 303
    kept = HouseRules.objects.get(subject="rota").rules
    assert (kept["is_on"], kept["down_minutes"], kept["same_table_again"]) == (True, 40, False)
    assert send(client, "rota-rules", is_on="on", **(numbers | {"break_minutes": 5})) == 400
    assert "Boris" in client.get(reverse("floor:rota-rules")).content.decode()
    assert send(client, "skills", people["clara"].pk, skills=["texas/no_limit"]) == 303
    held = Qualification.objects.filter(dealer=people["clara"], until=None)
    assert list(held.values_list("skill", flat=True)) == ["texas/no_limit"]
    assert client.get(reverse("floor:skills", args=[room.floor.pk])).status_code == 404


def test_what_a_dealer_may_deal_is_ticked_game_by_game(room: Room, people: dict[str, User], browser: Browser) -> None:
    """Every qualification has its box once, those of a game beside each other; what is held is ticked."""
    page = browser(room.floor).get(reverse("floor:skills", args=[people["anna"].pk])).content.decode()
    boxes = re.findall(r'name="skills" value="([^"]+)"', page)
    assert sorted(boxes) == sorted(SKILLS)
    assert len(set(boxes)) == len(boxes) == 25
    titles = [html.unescape(title) for title in re.findall(r"<legend>(.+?)</legend>", page)]
    assert titles == [*(str(Game.Variant(form).label) for form in FORMS), "Other qualifications"]
    assert re.findall(r'name="skills" value="([^"]+)"[^>]*checked', page) == ALL
    assert send(browser(room.floor), "skills", people["anna"].pk, skills=boxes) == 303
    assert Qualification.objects.filter(dealer=people["anna"], until=None).count() == 25


def test_without_a_rota_the_line_up_proposes_all_the_same(room: Room, browser: Browser) -> None:
    room.set_up("T1", "every_action")
    text = browser(room.floor).get(BOARD).content.decode()
    assert "The house keeps no rota" in text
    assert "← Anna Keller" in text


def test_a_push_sent_twice_is_answered_twice_and_done_once(room: Room, browser: Browser) -> None:
    """A second tap arrives when the dealer is no longer free to be chosen: it leads to where the first one did."""
    table = room.set_up("T1", "every_action")
    client, address = browser(room.floor), reverse("floor:push", args=[table])
    body = {"key": new_key(), "version": room.version(table), "dealer": room.dealer.pk}
    first, second = client.post(address, body), client.post(address, body)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first["Location"] == second["Location"]
    assert Down.objects.count() == 1
    other = client.post(address, {**body, "dealer": 0})
    assert other.status_code == 422, "the key was for another form"
