"""The bar of every page: search within one's rights, alarms and their sound, colours and language of the person."""

import pytest
from django.test import Client
from django.utils import translation

from accounting.cage.services import windows
from accounting.models import Slip
from casino import folding
from casino.models import SecurityEvent, User
from casino.models.security import SecurityKind
from casino.selectors import decisions
from casino.services import security
from tables.floor.services import slips
from tables.log.services import floor_calls, rulings
from tests import builders, elsewhere
from tests.builders import Evening
from tests.casino.conftest import PASSWORD


@pytest.fixture
def evening(db: None) -> Evening:
    return builders.evening()


def browser(person: User) -> Client:
    User.objects.filter(pk=person.pk).update(language="en")
    client = Client()
    client.force_login(person)
    return client


def hits(person: User, text: str) -> list[tuple[str, str]]:
    """What somebody finds: kinds and names."""
    found = browser(person).get("/search/", {"q": text}).context["found"]
    with translation.override("en"):
        return [(str(one.subject.name), one.hit.name) for one in found]


class TestSearch:
    @pytest.mark.parametrize("typed", ["kra", "Krämer", "kraemer", "KRÄM", "1015", "oli kra"])
    def test_a_guest_is_found_however_the_name_is_typed(self, evening: Evening, typed: str) -> None:
        evening.guest("Oliver Krämer", number="1015")
        evening.guest("Jan Kowalski", number="2015")
        assert hits(evening.floor, typed) == [("Guest", "Oliver Krämer")]

    def test_guests_at_the_tables_come_first(self, evening: Evening) -> None:
        evening.guest("Anna Kranz")
        evening.sit(evening.table(), 20_000, guests=[evening.guest("Zoe Kranz")])
        assert hits(evening.floor, "kranz") == [("Guest", "Zoe Kranz"), ("Guest", "Anna Kranz")]

    def test_tables_hands_slips_days_and_places(self, evening: Evening) -> None:
        window = windows.create(house_id=evening.house.pk, code="K1", name="Kasse", actor=evening.manager)
        windows.open_window(window_id=window.pk, chips={"10000": 10}, cash_cents=0, actor=evening.cage)
        slip = slips.ask(
            kind=Slip.Kind.FILL, table_id=evening.table(), window_id=window.pk, chips={"10000": 1}, actor=evening.floor
        )
        day = evening.day
        assert day is not None
        assert hits(evening.manager, "t07") == [("Table", "T07")]
        assert hits(evening.manager, f"s {slip.number}") == [("Slip", f"S {slip.number}")]
        assert hits(evening.manager, f"{day.date:%d.%m.%Y}") == hits(evening.manager, f"{day.date}")
        assert [kind for kind, _name in hits(evening.manager, f"{day.date}")] == ["Gaming day"]
        assert hits(evening.manager, "find") == [("Page", "Findings")]
        assert hits(builders.user("admin"), "second-ma") == [("Account", "second-manager")]

    def test_nobody_finds_what_they_may_not_open(self, evening: Evening) -> None:
        evening.guest("Oliver Krämer", number="1015")
        evening.table()
        for text in ("kra", "1015", "T07", "second-man", "find"):
            assert hits(evening.dealer, text) == []
        other = elsewhere.stranger(elsewhere.settled())
        for text in ("kra", "1015", "T07", "second-man", f"{evening.day.date}" if evening.day else ""):
            assert hits(other, text) == []

    def test_enter_goes_to_the_first_hit(self, evening: Evening) -> None:
        table_id = evening.table()
        answer = browser(evening.floor).get("/search/", {"q": "T07", "first": "1"})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/floor/tables/{table_id}/")
        nothing = browser(evening.floor).get("/search/", {"q": "T99", "first": "1"})
        assert "Nothing found." in nothing.text

    def test_a_ruling_is_found_by_its_words_or_rule(self, evening: Evening) -> None:
        """It leads to the log with these words; a dealer does not read the log."""
        table = evening.table()
        rulings.record(table_id=table, rule="TDA 44", text="Verbal raise is binding", actor=evening.floor)
        assert ("Ruling", "Verbal raise is binding") in hits(evening.floor, "binding")
        assert ("Ruling", "Verbal raise is binding") in hits(evening.floor, "tda 44")
        assert hits(evening.floor, "bi") == []
        assert hits(evening.dealer, "binding") == []
        answer = browser(evening.floor).get("/search/", {"q": "binding", "first": "1"})
        assert answer.headers["Location"] == "/floor/rulings/?q=binding"

    def test_who_looked_up_which_guest_is_logged(self, evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
        """By the search and by the card; the line has ids, and no name."""
        guest = evening.guest("Oliver Krämer", number="1015")
        caplog.set_level("INFO", logger="tables.guests")
        hits(evening.floor, "kra")
        browser(evening.floor).get(f"/floor/guests/{guest.pk}/")
        hits(evening.floor, "nobody")
        said = [(one.getMessage(), one.user_id) for one in caplog.records if one.name.startswith("tables.guests")]
        assert said == [(f"guests looked up: {guest.pk}", evening.floor.pk)] * 2

    def test_what_is_typed_so_far_is_answered_by_the_hits_alone(self, evening: Evening) -> None:
        evening.table()
        answer = browser(evening.floor).get("/search/", {"q": "T0"}, headers={"HX-Request": "true"})
        assert "T07" in answer.text
        assert "<html" not in answer.text

    def test_the_database_folds_a_name_as_python_does(self, evening: Evening) -> None:
        name = "Çelik Gößmann-Őry Ærø Łukasz Ñandú Müller"
        User.objects.filter(pk=evening.floor.pk).update(full_name=name)
        [found] = User.objects.filter(pk=evening.floor.pk).annotate(folded=folding.folded_column("full_name"))
        assert found.folded == folding.folded(name)


class TestAlarms:
    @pytest.mark.django_db(transaction=True)
    def test_a_call_rings_until_somebody_takes_it(self, evening: Evening) -> None:
        call = floor_calls.call(table_id=evening.table(), kind="ruling", actor=evening.dealer)
        page = browser(evening.floor).get("/alarms/")
        [ring] = [one for one in page.context["rings"] if one.place == "T07"]
        assert (ring.is_urgent, ring.taken_by) == (True, "")
        assert f'data-ring="{ring.key}" data-calls' in page.text
        floor_calls.take(call_id=call.pk, actor=evening.floor)
        page = browser(evening.manager).get("/alarms/")
        [ring] = [one for one in page.context["rings"] if one.place == "T07"]
        assert (ring.is_urgent, ring.taken_by) == (False, "floor")
        assert "data-calls" not in page.text

    @pytest.mark.django_db(transaction=True)
    def test_an_unchanged_poll_is_answered_with_nothing(self, evening: Evening) -> None:
        client = browser(evening.floor)
        live = client.get("/alarms/").context["live_version"]
        assert client.get("/alarms/", {"v": live}).status_code == 204
        floor_calls.call(table_id=evening.table(), kind="ruling", actor=evening.dealer)
        answer = client.get("/alarms/", {"v": live})
        assert 'id="rung"' in answer.text
        assert 'hx-swap-oob="true"' in answer.text
        assert "<html" not in answer.text

    def test_each_hears_their_own(self, evening: Evening) -> None:
        security.note(SecurityKind.TERMS, "Prozent 5 v2", user=evening.manager)
        event = SecurityEvent.objects.filter(kind=SecurityKind.TERMS).latest("pk")
        keys = [one.key for one in browser(evening.second_manager).get("/alarms/").context["rings"]]
        assert f"security:{event.pk}" in keys
        assert browser(evening.floor).get("/alarms/").context["rings"] == []
        assert not browser(evening.dealer).get("/account/").context["bar"].has_bell

    def test_sound_is_off_for_one_shift(self, evening: Evening) -> None:
        client = browser(evening.floor)
        assert "data-silent" not in client.get("/alarms/").text
        answer = client.post("/alarms/sound/", {"sound": "off", "next": "/floor/"})
        assert answer.headers["Location"] == "/floor/"
        assert client.get("/floor/").context["bar"].is_silent
        assert not browser(evening.floor).get("/floor/").context["bar"].is_silent
        client.post("/alarms/sound/", {"sound": "on"})
        assert not client.get("/floor/").context["bar"].is_silent


class TestThePerson:
    def test_says_how_light_their_screens_are(self, evening: Evening) -> None:
        client = browser(evening.floor)
        schemes = '<meta name="color-scheme" content="{}">'
        assert schemes.format("light dark") in client.get("/floor/").text
        client.post("/theme/", {"theme": "dark", "next": "/floor/"})
        assert schemes.format("dark") in browser(evening.floor).get("/floor/").text, "kept with the person"
        client.post("/theme/", {"theme": "pink"})
        assert schemes.format("dark") in client.get("/floor/").text
        client.post("/theme/", {"theme": ""})
        assert schemes.format("light dark") in client.get("/floor/").text

    def test_goes_on_in_the_language_of_the_page_where_they_signed_in(self, evening: Evening) -> None:
        builders.with_password(evening.floor, PASSWORD)
        client = Client()
        client.post("/language/", {"language": "en", "next": "/login/"})
        client.post("/login/", {"username": "floor", "password": PASSWORD})
        assert '<html lang="en">' in client.get("/floor/").text
        evening.floor.refresh_from_db()
        assert evening.floor.language == "en"
        client.post("/logout/")
        builders.with_password(evening.cage, PASSWORD)
        client.post("/login/", {"username": "cage", "password": PASSWORD})
        assert '<html lang="de">' in client.get("/cage/").text, "whoever signs in next chose nothing"

    def test_is_told_on_every_page_what_waits_for_them(self, evening: Evening) -> None:
        bar = browser(evening.manager).get("/management/").context["bar"]
        assert bar.to_approve == decisions.count(evening.manager)
        assert browser(evening.dealer).get("/account/").context["bar"].to_approve is None
