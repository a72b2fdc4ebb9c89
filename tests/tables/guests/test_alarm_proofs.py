"""The proof finds an altered text of an alarm, and none that an erasure changed."""

import pytest

from accounting.ledger.services.walks import Broken
from casino.models import SecurityEvent
from casino.models.security import SecurityKind
from casino.services import security
from tables.guests.services import alarm_proofs, erasures, guests
from tests import builders, databases
from tests.builders import Evening
from tests.deciding import looking
from tests.forging import change

pytestmark = pytest.mark.django_db

built, evening = databases.shared(builders.evening)
WHAT = "its text is not the one that the alarm was raised with"


def said() -> list[Broken]:
    return list(alarm_proofs.prove())


def alarm(about: str) -> SecurityEvent:
    return security.note(SecurityKind.TERMS, about, user=None)


def altered(event: SecurityEvent, about: str) -> Broken:
    change("UPDATE casino_securityevent SET about = %s WHERE id = %s", about, event.pk)
    return Broken("casino_securityevent", event.pk, WHAT)


def test_an_altered_text_is_found(evening: Evening) -> None:
    event = alarm("wi: cash limit 100 → 900")
    assert said() == []
    found = altered(event, "wi: cash limit 100 → 110")
    assert said() == [found]


def test_as_many_erased_texts_as_erasures_changed_are_theirs(evening: Evening) -> None:
    guest = guests.register(house_id=evening.house.pk, name="Uwe Doppelt", number="G-1", actor=evening.floor)
    alarm("Regeln v7 nach Uwe Doppelt")
    other = alarm("Regeln v8")
    asked = erasures.ask(guest_id=guest.pk, reason="auf Wunsch", actor=evening.manager)
    looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
    assert SecurityEvent.objects.filter(about="Regeln v7 nach [erased]").exists()
    assert said() == []
    found = altered(other, "Regeln [erased]")
    assert said() == [found]


def test_what_a_stranger_typed_has_no_digest_that_would_outlast_an_erasure(evening: Evening) -> None:
    event = security.note(SecurityKind.MISSES, "Uwe Doppelt", user=None, is_foreign=True)
    assert event.about_digest == ""
