"""Two managers erase a guest on the page of retention, on a telephone and at a desk."""

from casino.models import User
from tables.guests.services import erasures
from tables.models import Guest
from tests.browser.conftest import OFFICE, PHONE, Sit
from tests.tables.pages.conftest import Room

NAME = "Xaver Quellwasser"


def test_one_asks_another_erases_with_their_password(sit: Sit, room: Room) -> None:
    guest, held = room.guest(NAME, "4711"), room.guest("Anna Weber", "4712")
    erasures.hold(guest_id=held.pk, reason="court order 3 O 17/26", actor=room.manager)
    second = User.objects.get(pk=room.second_manager.pk)
    second.set_password("a long enough one")
    second.save()

    page = sit(room.manager, size=PHONE).open("/management/retention/erasures/new/")
    page.get_by_role("combobox", name="Guest").fill("4711")
    page.get_by_label("Reason").fill("by letter")
    page.get_by_role("button", name="Request erasure").click()
    page.get_by_text("waiting for a second person").first.wait_for()
    assert page.get_by_role("link", name="Erase", exact=True).count() == 0

    page = sit(second, size=OFFICE, language="de").open("/management/retention/")
    page.get_by_role("link", name="Löschen", exact=True).click()
    page.get_by_label("Ihr Passwort").fill("a long enough one")
    page.get_by_role("button", name="Diesen Gast löschen").click()
    page.get_by_text(f"Gast {guest.pk} (gelöscht)").wait_for()
    assert NAME not in page.content()
    assert Guest.objects.get(pk=guest.pk).erased_at is not None
