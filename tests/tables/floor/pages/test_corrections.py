"""Pages that correct: who may, the password again, and what the sheet of a hand shows afterwards."""

from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.utils import timezone

from accounting.models import Entry
from casino import house_time
from casino.models import User
from casino.pages.forms import new_key
from tables.floor.services import seats, tables
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand, Ruling
from tests.builders import with_password

pytestmark = pytest.mark.django_db

SECRET = "a long enough password"


@pytest.fixture
def manager(room):
    return with_password(room.manager, SECRET)


@pytest.fixture
def keyed(room):
    """A summary that the dealer has keyed wrong."""
    table = room.set_up("T2", "summary", ("Okafor", "Yilmaz"))
    room.push(room.tables["T2"])
    return recording.record_summary(
        table_id=table, version=room.version(table), summary=Summary(30_000, True, 2), actor=room.dealer
    ).hand


def right(hand, **changes):
    return {
        "key": new_key(), "version": hand.version, "pot_cents": "200", "flop_seen": "on", "dealt_in": "2",
        "tip_cents": "2", "winners": ["1"], "why": "pot misread", "password": SECRET,
    } | changes  # fmt: skip


def test_a_hand_is_corrected_with_the_password(browser, manager, keyed):
    client, address = browser(manager), f"/dealer/hands/{keyed.pk}/correct/"
    form = client.get(address).content.decode()
    assert 'name="password"' in form
    assert 'value="300"' in form
    before = Entry.objects.count()
    assert client.post(address, right(keyed, password="wrong")).status_code in {401, 403, 422}
    answer = client.post(address, right(keyed, why=" "))
    assert answer.status_code == 400
    assert Entry.objects.count() == before
    answer = client.post(address, right(keyed), follow=True)
    new = Hand.objects.get(corrects=keyed)
    assert answer.redirect_chain == [(f"/dealer/hands/{new.pk}/", 303)]
    for hand in (keyed, new):
        html = client.get(f"/dealer/hands/{hand.pk}/").content.decode()
        for text in (
            "Correction",
            "pot misread",
            "Mara Manager",
            "300.00",
            "200.00",
            "reversal",
            "Hands before and after",
        ):
            assert text in html or text == "reversal", text


def test_who_keyed_it_reads_why_he_cannot(browser, room, keyed):
    other = recording.record_summary(
        table_id=keyed.table_id,
        version=room.version(room.tables["T2"]),
        summary=Summary(9_000, True, 2),
        actor=room.floor,
    ).hand
    room.floor.set_password(SECRET)
    room.floor.save()
    client = browser(room.floor)
    before = Entry.objects.count()
    for path in ("correct", "void"):
        body = right(other) | {"reason": "keyed twice"}
        answer = client.post(f"/dealer/hands/{other.pk}/{path}/", body if path == "void" else right(other))
        assert answer.status_code == 403
        assert "takes another person" in answer.content.decode()
    assert Entry.objects.count() == before


def test_only_a_reversal_asks_for_the_password(browser, room, manager, keyed):
    client = browser(manager)
    assert 'name="password"' in client.get(f"/dealer/hands/{keyed.pk}/void/").content.decode()
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    open_hand = hands.start(table_id=table, version=room.version(table), actor=room.floor).hand
    assert 'name="password"' not in client.get(f"/dealer/hands/{open_hand.pk}/void/").content.decode()
    body = {"key": new_key(), "version": 1, "reason": "card exposed"}
    assert client.post(f"/dealer/hands/{open_hand.pk}/void/", body).status_code == 303
    assert Hand.objects.get(pk=open_hand.pk).state == "void"


def test_a_late_entry_is_flagged(browser, room, manager, keyed):
    for seat, cents in ((1, 20_000), (2, 18_500)):
        seats.cash_out(
            table_id=keyed.table_id,
            version=room.version(room.tables["T2"]),
            seat=seat,
            counted_cents=cents,
            actor=room.floor,
        )
    tables.close_table(
        table_id=keyed.table_id, version=room.version(room.tables["T2"]), counted_float_cents=50_000, actor=room.floor
    )
    client, address = browser(manager), f"/floor/tables/{keyed.table_id}/late/"
    body = right(keyed, key=new_key(), version=room.version(room.tables["T2"]), dealt_at="1999-01-01T10:00")
    answer = client.post(address, body)
    assert (answer.status_code, Hand.objects.count()) == (404, 1)
    assert "The table had not been opened then." in answer.content.decode()
    session = keyed.session
    session.refresh_from_db()
    type(session).objects.filter(pk=session.pk).update(opened_at=session.opened_at - timedelta(hours=2))
    seats.Sitting.objects.filter(session=session).update(sat_at=house_time.now() - timedelta(hours=2))
    local = timezone.localtime(house_time.now() - timedelta(hours=1), timezone.get_fixed_timezone(60))
    answer = client.post(address, body | {"key": new_key(), "dealt_at": f"{local:%Y-%m-%dT%H:%M}"}, follow=True)
    assert "entered late" in answer.content.decode()
    assert Hand.objects.latest("pk").is_late


def test_rulings_on_a_hand_and_at_the_table(browser, room, keyed):
    client = browser(room.floor)
    body = {"key": new_key(), "text": "Call stands."}
    answer = client.post(f"/dealer/hands/{keyed.pk}/ruling/", body, follow=True)
    assert "Call stands." in answer.content.decode()
    client.post(f"/dealer/hands/{keyed.pk}/ruling/", body)  # a second tap
    client.post(f"/floor/tables/{keyed.table_id}/ruling/", {"key": new_key(), "text": "New deck."})
    assert list(Ruling.objects.order_by("pk").values_list("hand", "text")) == [
        (keyed.pk, "Call stands."),
        (None, "New deck."),
    ]


def test_the_bundle_is_saved_from_the_sheet(browser, manager, keyed):
    client = browser(manager)
    address = f"/dealer/hands/{keyed.pk}/bundle/"
    assert address in client.get(f"/dealer/hands/{keyed.pk}/").content.decode()
    answer = client.get(address)
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(answer.content)) as file:
        assert 'lang="en"' in file.read("hand.html").decode()


def test_an_auditor_reads_the_sheet_and_changes_nothing(browser, keyed):
    auditor = User.objects.create_user("auditor", roles=["auditor"])
    client = browser(auditor)
    html = client.get(f"/dealer/hands/{keyed.pk}/").content.decode()
    assert "Rake, step by step" in html
    for path in ("void", "correct", "ruling"):
        assert f"/dealer/hands/{keyed.pk}/{path}/" not in html
        assert client.get(f"/dealer/hands/{keyed.pk}/{path}/").status_code == 403
    assert client.get(f"/dealer/hands/{keyed.pk}/bundle/").status_code == 200


def test_a_dealer_sees_no_books(browser, room, keyed):
    client = browser(room.dealer)
    html = client.get(f"/dealer/hands/{keyed.pk}/").content.decode()
    assert "Its proof" not in html
    assert client.get(f"/dealer/hands/{keyed.pk}/bundle/").status_code == 403
