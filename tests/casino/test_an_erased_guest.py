"""A guest who played 1,000 hands is erased: no name is left anywhere, and proof, audit and reports are what they were.

All of it runs as the application's own role, which cannot change what is append-only.
"""

import logging
import subprocess
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from accounting.proof.services import proofs
from accounting.reports.services import exports, rollups
from casino import house_time
from casino.embedded.postgres import APPLICATION
from casino.models import JobFile, StoredAnswer
from casino.services import jobs
from tables.audit.services import audits
from tables.guests.services import erasures, guests
from tables.guests.services.admission import bans
from tables.log.services import floor_calls, hand_overs, incidents
from tables.models import Guest, Hand, Sitting
from tables.waiting.services import entries
from tests import dumps
from tests.api_client import Api
from tests.deciding import looking
from tests.played_house import PlayedHouse
from tools.evening.clock import Clock

pytestmark = pytest.mark.release("plays a thousand hands")
FIRST, FAMILY = "Zacharias", "Quittenbaum-Öz"
NAME = f"{FIRST} {FAMILY}"
NUMBER = "998877665"
HANDS = 1_000
SEAT = 3


def dumped() -> str:
    """The whole database as text, read by the owner of its tables."""
    place = dumps.url(connection.settings_dict["NAME"]).replace(f"//{APPLICATION}", "//casino")
    made = subprocess.run(
        [dumps.programs() / "pg_dump", "--data-only", place], check=True, capture_output=True, text=True
    )
    return made.stdout


def figures(house: PlayedHouse) -> list[Any]:
    """What proof, audit and reports say, byte for byte."""
    people = house.evening
    rollups.roll_up()
    proof = proofs.prove(independent=True)
    audit = audits.audit(day_id=None, actor=people.manager)
    said: list[Any] = [[repr(one) for one in proof.broken], proof.entries, audit.ok, audit.hands]
    for report in ("rake", "tips", "match"):
        params = {"report": report, "format": "csv", "house": people.house.code, "language": "de"}
        said.append(exports.make(params, actor=people.manager).content)
    return said


def named_everywhere(house: PlayedHouse, guest: Guest) -> None:
    """The guest's name in every kind of row that people, pages and jobs write."""
    people = house.evening
    table = house.tables[0]
    api = Api(people.floor)
    assert NAME in api.get(f"guests/{guest.pk}/").content.decode()
    again = api.post("guests/", {"house": people.house.pk, "name": NAME, "number": "112233445"})
    assert again.status_code == 201, again.content
    guests.merge(guest_id=guest.pk, duplicate_id=again.json()["id"], reason=f"{NAME} twice", actor=people.floor)
    guests.edit(guest_id=guest.pk, notes=f"Frau {FAMILY} ruft an", actor=people.floor)
    call = floor_calls.call(table_id=table.id, kind="floor", actor=table.dealer)
    floor_calls.answer(call_id=call.pk, text=f"{FAMILY}, {FIRST} beruhigt", actor=people.floor)
    incident = incidents.record(
        kind="behaviour", text=f"{FAMILY} schreit", present=f"Begleitung von {NAME}", guest_ids=[guest.pk],
        house_id=people.house.pk, actor=people.floor,
    )  # fmt: skip
    incidents.note(incident_id=incident.pk, text=f"Herr {FAMILY} hat sich entschuldigt", actor=people.floor)
    hand_overs.sign(house_id=people.house.pk, notes=f"auf {NAME} achten", actor=people.floor)
    ban = bans.ban(guest_id=guest.pk, reason=f"{FIRST} hat gedroht", actor=people.manager)
    bans.lift(ban_id=ban.pk, actor=people.manager)
    waits = entries.join(game_id=people.game().pk, guest_id=guest.pk, actor=people.floor)
    entries.leave(entry_id=waits.pk, reason=f"{NAME} geht heim", actor=people.floor)
    job = jobs.ask(
        kind="export", params={"report": "match", "format": "csv", "house": people.house.code}, actor=people.manager
    )
    JobFile.objects.create(job=job, name="x.csv", media_type="text/csv", content=NAME.encode(), sha256="0" * 64)


def test_no_name_is_left_and_the_proof_is_what_it_was(as_application: None, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    clock = Clock(house_time.now() - timedelta(days=1))
    with house_time.shown_by(clock.now):
        house = PlayedHouse(clock, 21)
        people, table = house.evening, house.tables[0]
        house.room.keeps_lists = True
        house.tables = [table]
        guest = table.guests[SEAT]
        Guest.objects.filter(pk=guest.pk).update(number=NUMBER)
        guests.edit(guest_id=guest.pk, name=NAME, actor=people.floor)
        house._deal(HANDS)
        assert Hand.objects.filter(table_id=table.id).count() >= HANDS
        assert table.guests[SEAT] == guest
        named_everywhere(house, guest)
        table.leave(SEAT)
        rows = list(Sitting.objects.filter(guest=guest).values())
        assert dumped().count(FAMILY) >= 15
        assert StoredAnswer.objects.filter(answer__contains=FAMILY).exists()

        before = figures(house)
        asked = erasures.ask(guest_id=guest.pk, reason=f"Brief von {NAME}", actor=people.manager)
        done = looking(erasures.approve)(erasure_id=asked.pk, actor=people.second_manager)
        after = figures(house)

    assert after == before
    assert list(Sitting.objects.filter(guest=guest).values()) == rows
    everything = dumped().casefold()
    for word in (FIRST, FAMILY, NUMBER, "112233445", NAME.encode().hex(), FAMILY.encode("unicode_escape").decode()):
        assert word.casefold() not in everything, word
        assert word.casefold() not in caplog.text.casefold(), word
    assert not JobFile.objects.exists()
    assert len(done.rows) > 8, done.rows
