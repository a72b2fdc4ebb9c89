"""Absence in the back office: everything is read, nothing is written."""

import pytest
from django.urls import reverse

from tables.absence.services import keeping
from tables.floor.services import seats
from tables.models import Absence, HouseRules, KeptChips
from tables.play.services import house_rules
from tables.rules.absence.terms import AbsenceRules
from tests.builders import user


@pytest.fixture
def rows(room):
    room.set_up("T1", "every_action", ("Weber", "Rossi"))
    at = {"table_id": room.tables["T1"], "actor": room.floor, "seat": 1}
    seats.away(**at, version=room.version(room.tables["T1"]))
    kept = keeping.pick_up(**at, version=room.version(room.tables["T1"]), reason="went home")
    house_rules.change(house_id=room.house.pk, rules=AbsenceRules, changes={"away_most": 2}, actor=room.floor)
    found = (Absence.objects.get(), kept, HouseRules.objects.get())
    return {f"tables_{one._meta.model_name}": one.pk for one in found}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", ["tables_absence", "tables_keptchips", "tables_houserules"])
def test_every_list_and_row_opens_and_nothing_is_written(rows, browser, name, language):
    client = browser(user("manager", "reading"), language)
    assert client.get(reverse(f"admin:{name}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:{name}_change", args=[rows[name]])).status_code == 200
    assert client.get(reverse(f"admin:{name}_add")).status_code == 403
    assert client.post(reverse(f"admin:{name}_change", args=[rows[name]]), {}).status_code == 403
    assert client.post(reverse(f"admin:{name}_delete", args=[rows[name]]), {"post": "yes"}).status_code == 403
    assert [model.objects.count() for model in (Absence, KeptChips, HouseRules)] == [1, 1, 1]
