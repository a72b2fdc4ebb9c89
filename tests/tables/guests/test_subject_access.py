"""What is kept about a guest, as a file for them (DSGVO Art. 15)."""

import io
import json
import zipfile
from datetime import timedelta

import pytest

from casino import house_time
from casino.errors import Malformed, NotAllowed, NotFound
from casino.models import Job, JobFile, SecurityEvent
from casino.services import jobs
from tables.guests.services import erasures, guests, subject_access
from tables.log.services import incidents
from tables.models import Erasure, Guest, LegalHold
from tests.api_client import Api, problem
from tests.builders import Evening
from tests.deciding import looking

pytestmark = pytest.mark.django_db
NAME = "Xaver Quellwasser"


def test_the_file_has_everything_about_the_guest_and_nothing_of_others(evening: Evening) -> None:
    guest, other, again = evening.guest(NAME), evening.guest("Berta Andere"), evening.guest("X. Quellwasser")
    guests.edit(guest_id=guest.pk, notes="likes the window", actor=evening.floor)
    guests.merge(guest_id=guest.pk, duplicate_id=again.pk, reason="two cards", actor=evening.floor)
    evening.sit(evening.table(), 40_000, 50_000, guests=[guest, other])
    incidents.record(
        house_id=evening.house.pk, kind="medical", text="felt dizzy", guest_ids=[guest.pk], actor=evening.floor
    )
    job = subject_access.ask(guest_id=guest.pk, actor=evening.manager)
    assert jobs.run_next()

    made = JobFile.objects.get(job=job)
    assert (made.name, made.media_type) == (f"guest-{guest.pk}.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(made.content)) as packed:
        said, page = json.loads(packed.read("guest.json")), packed.read("guest.html").decode()
    assert {one["name"] for one in said["guests"]} == {NAME, "X. Quellwasser"}
    assert [one["buy_in_cents"] for one in said["sitting"]] == [40_000]
    assert [one["text"] for one in said["incident"]] == ["felt dizzy"]
    assert {one["notes"] for one in said["history"]} == {"", "likes the window"}
    assert "Berta" not in json.dumps(said)
    assert NAME in page
    assert "felt dizzy" in page
    event = SecurityEvent.objects.get(kind="grave")
    assert (event.kind, event.user, event.about) == ("grave", evening.manager, f"subject access: guest {guest.pk}")


def test_every_table_that_names_a_guest_is_in_the_file() -> None:
    links = {link.related_model for link in Guest._meta.related_objects if link.related_model is not Guest}
    through = {field.remote_field.through for model in links for field in model._meta.many_to_many}
    asked = {model for model, _way in subject_access._PLACES}
    assert links - through - asked == {Erasure, LegalHold}


def test_who_may_not_erase_may_not_ask_and_an_erased_guest_has_no_file(evening: Evening) -> None:
    guest = evening.guest(NAME)
    with pytest.raises(NotAllowed):
        subject_access.ask(guest_id=guest.pk, actor=evening.floor)
    asked = erasures.ask(guest_id=guest.pk, reason="by letter", actor=evening.manager)
    looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
    with pytest.raises(NotFound):
        subject_access.ask(guest_id=guest.pk, actor=evening.manager)
    assert not Job.objects.exists()


def test_a_parameter_that_the_job_does_not_have_is_refused(evening: Evening) -> None:
    guest = evening.guest(NAME)
    with pytest.raises(Malformed) as refusal:
        jobs.asked(kind="subject_access", params={"guest": guest.pk, "colour": 1}, actor=evening.manager)
    assert (refusal.value.code, refusal.value.facts) == ("unknown_field", {"unknown": ["colour"]})
    assert not Job.objects.exists()


def test_an_erasure_deletes_the_file(evening: Evening) -> None:
    guest = evening.guest(NAME)
    subject_access.ask(guest_id=guest.pk, actor=evening.manager)
    assert jobs.run_next()
    assert JobFile.objects.exists()
    asked = erasures.ask(guest_id=guest.pk, reason="by letter", actor=evening.manager)
    looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
    assert not JobFile.objects.exists()


def test_nobody_has_it_made_without_their_password(evening: Evening) -> None:
    """As the page asks for it: the list of jobs was a way around."""
    guest, manager = evening.guest(NAME), Api(evening.manager)
    answer = manager.post("jobs/", {"kind": "subject_access", "guest": guest.pk})
    assert problem(answer) == (400, "job_kind_unknown")
    assert "subject_access" not in answer.json()["facts"]["known"]
    later = house_time.now() + timedelta(minutes=6)
    with house_time.shown_by(lambda: later):
        answer = manager.post(f"guests/{guest.pk}/subject-access/")
    assert problem(answer) == (403, "password_required")
    assert not Job.objects.exists()
    made = manager.post(f"guests/{guest.pk}/subject-access/")
    assert (made.status_code, made.json()["kind"]) == (202, "subject_access")
