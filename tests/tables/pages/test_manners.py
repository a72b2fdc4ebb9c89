"""What every page of ours holds: both languages, no inline style or script, forms that only we can have made."""

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client

from casino import environment
from tables.hands.services import hands
from tables.models import Hand
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
ROOT = environment.ROOT
# The dispute bundle leaves the house, and its page carries its own style.
TEMPLATES = sorted(set(ROOT.glob("templates/**/*.html")) - set(ROOT.glob("templates/dispute/*.html")))

# Address, and a word of it in German and in English.
PAGES = [
    ("/floor/", "Spieltag", "Gaming day"),
    ("/floor/tables/{t1}/", "Nachkaufen", "Top up"),
    ("/floor/tables/{t1}/close/", "Gezähltes Tableau", "Counted float"),
    ("/floor/tables/{t1}/game/", "Spiel wechseln", "Change the game"),
    ("/floor/tables/{t1}/dealer/", "Dealer ablösen", "Relieve the dealer"),
    ("/floor/tables/{t1}/pause/", "Tisch pausieren", "Pause the table"),
    ("/floor/tables/{t1}/seats/9/sit/", "Gast setzen", "Seat a guest"),
    ("/floor/tables/{t1}/seats/9/guest/", "Neuer Gast", "New guest"),
    ("/floor/tables/{t1}/seats/1/top-up/", "Nachkaufen", "Top up"),
    ("/floor/tables/{t1}/seats/1/cash-out/", "Auszahlen", "Cash out"),
    ("/floor/tables/{t1}/seats/1/move/", "Umsetzen", "Move"),
    ("/floor/tables/{t3}/open/", "Tableau bei Öffnung", "Opening float"),
    ("/dealer/", "T2", "T2"),
    ("/dealer/tables/{t4}/", "Nächste Hand", "Next hand"),
    ("/dealer/tables/{t2}/record/", "Hand buchen", "Book the hand"),
    ("/dealer/tables/{t2}/history/", "Hand", "Hands of this session"),
    ("/dealer/hands/{hand}/", "Aussteigen", "Fold"),
    ("/dealer/hands/{hand}/void/", "Grund", "Reason"),
    ("/management/", "Taxe entnommen", "Rake taken"),
    ("/management/proof/", "Jetzt prüfen", "Check it now"),
    ("/cage/", "Eingekauft", "Bought in"),
    ("/floor/tables/999/", "Diesen Tisch gibt es nicht.", "Table not found."),
]


class Page(HTMLParser):
    """Collects what our content security policy forbids, and what each form carries."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forbidden: list[str] = []
        self.forms: list[dict[str, object]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        is_data = (
            names.get("type") == "application/json"
        )  # a data block: no browser runs it, and the policy is not asked
        if tag == "style" or (tag == "script" and "src" not in names and not is_data):
            self.forbidden.append(tag)
        for name, value in attrs:
            if name == "style" or name.startswith(("on", "hx-on")) or (value or "").startswith(("javascript:", "js:")):
                self.forbidden.append(f"{tag} {name}={value}")
        if tag == "form":
            self.forms.append(
                {"method": names.get("method", "get"), "action": names.get("action", ""), "fields": set()}
            )
        elif tag in {"input", "button", "textarea", "select"} and self.forms and names.get("name"):
            fields = self.forms[-1]["fields"]
            assert isinstance(fields, set)
            fields.add(names["name"])


@pytest.fixture
def places(room: Room) -> dict[str, object]:
    """The room in full swing: a hand at T1, an outcome table T2, a closed T3, T4 between hands."""
    tables = {name: room.set_up(name.upper(), kind, guests) for name, kind, guests in (
        ("t1", "every_action", ("Weber", "Rossi", "Nguyen")),
        ("t2", "summary", ("Okafor", "Yilmaz")),
        ("t4", "every_action", ("Schmidt", "Müller")),
    )}  # fmt: skip
    room.push(room.tables["T1"])
    from tables.floor.services import tables as service

    closed = service.create(house_id=room.house.pk, code="T3", seats=9, actor=room.floor)
    hand = hands.start(table_id=tables["t1"], version=room.version(room.tables["T1"]), actor=room.floor).hand
    return tables | {"t3": closed.pk, "hand": hand.pk}


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_in_both_languages_keeps_the_manners(
    room: Room, places: dict[str, object], browser: Browser, language: str
) -> None:
    client = browser(room.manager, language)
    for pattern, german, english in PAGES:
        address = pattern.format(**places)
        answer = client.get(address)
        html = answer.content.decode()
        assert answer.status_code == (404 if "999" in address else 200), address
        assert (german if language == "de" else english) in html, address
        assert answer["Content-Security-Policy"].startswith("default-src 'self'"), address
        page = Page(html)
        assert page.forbidden == [], address
        for form in page.forms:
            if form["method"] == "post":
                assert "csrfmiddlewaretoken" in form["fields"], (address, form)
                if str(form["action"]).startswith(("/floor", "/dealer")):
                    assert {"key", "version"} <= form["fields"], (address, form)
    assert Hand.objects.count() == 1, "looking changes nothing"


def test_no_template_of_ours_has_inline_style_or_script() -> None:
    assert len(TEMPLATES) > 20
    for template in TEMPLATES:
        assert Page(template.read_text(encoding="utf-8")).forbidden == [], template


def test_a_form_from_elsewhere_is_refused(room: Room, places: dict[str, object]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(room.floor)
    answer = client.post(
        f"/floor/tables/{places['t1']}/pause/", {"key": "a", "version": room.version(room.tables["T1"])}
    )
    assert answer.status_code == 403


def version_of(client: Client, address: str) -> str:
    return client.get(address).context["live_version"]


def test_what_a_page_costs(
    room: Room, places: dict[str, object], browser: Browser, django_assert_num_queries: Callable[[int], object]
) -> None:
    """Session and user come first; then what is shown, however many tables there are; last the bar's count.

    What waits for the floor to decide, as chips to be brought, is counted with one query.

    A poll that finds nothing new is one read by a primary key: a table's page its row, the board the house's.
    """
    client = browser(room.floor)
    board, table = f"/floor/?v={version_of(client, '/floor/')}", f"/floor/tables/{places['t1']}/"
    for address, queries in (
        (board, 1),
        (f"{table}?v={version_of(client, table)}", 1),
        ("/floor/", 18),
        (f"/floor/tables/{places['t1']}/", 17),
        (f"/dealer/hands/{places['hand']}/", 11),
    ):
        with django_assert_num_queries(queries):  # type: ignore[attr-defined]
            client.get(address)
