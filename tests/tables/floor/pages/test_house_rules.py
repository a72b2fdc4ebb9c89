"""The house's own numbers on their pages (domain §4.8): set by who edits games, within what the law allows."""

import pytest
from django.urls import reverse

from tables.models import HouseRules
from tables.play.selectors import house_rules
from tables.rules.absence.terms import AbsenceRules
from tables.rules.moving.terms import MovingRules
from tables.rules.waiting.terms import WaitingRules

pytestmark = pytest.mark.django_db

PAGES = (
    ("waiting-rules", WaitingRules, {"answer_seconds": 240, "opens_tables": True}, "answer_seconds"),
    ("moving-rules", MovingRules, {"barred_minutes": 90}, "barred_minutes"),
    ("absence-rules", AbsenceRules, {"away_minutes": 45}, "away_minutes"),
)


def filled(client, address):
    """The form as it stands there, as a browser would send it."""
    form = client.get(address).context["form"]
    shown = {name: value for name, value in form.initial.items() if value is not None and value is not False}
    return {name: "on" if value is True else value for name, value in shown.items()}


@pytest.mark.parametrize(("name", "rules", "changes", "number"), PAGES)
class TestRules:
    def test_they_are_set(self, room, browser, name, rules, changes, number):
        page, address = browser(room.floor), reverse(f"floor:{name}")
        assert page.post(address, filled(page, address) | changes).status_code == 303
        found = house_rules.of_house(room.house.pk, rules)
        assert {each: getattr(found, each) for each in changes} == changes
        assert page.get(address).context["form"].initial[number] == changes[number]

    def test_beyond_the_law_nothing_changes(self, room, browser, name, rules, changes, number):
        page, address = browser(room.floor), reverse(f"floor:{name}")
        answer = page.post(address, filled(page, address) | {number: 100_000})
        assert number in answer.context["form"].errors
        assert not HouseRules.objects.exists()

    def test_a_dealer_does_not_set_them(self, room, browser, name, rules, changes, number):
        assert browser(room.dealer).post(reverse(f"floor:{name}"), changes).status_code == 403
        assert not HouseRules.objects.exists()


def test_a_break_longer_than_any_absence_is_refused_in_words(room, browser):
    page, address = browser(room.floor), reverse("floor:absence-rules")
    answer = page.post(address, filled(page, address) | {"away_minutes": 20, "break_minutes": 30})
    assert answer.status_code == 400
    assert "A break cannot be longer" in answer.content.decode()
    assert not HouseRules.objects.exists()


@pytest.mark.parametrize(("name", "rules"), [(name, rules) for name, rules, *_more in PAGES])
def test_every_rule_there_is_can_be_set(room, browser, name, rules):
    form = browser(room.floor).get(reverse(f"floor:{name}")).context["form"]
    assert set(rules.declared()) <= set(form.fields)
