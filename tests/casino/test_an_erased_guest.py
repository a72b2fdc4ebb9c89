"""A guest who played 1,000 hands is erased: no name is left anywhere, and proof, audit and reports are what they were.

All of it runs as the application's own role, which cannot change what is append-only.
"""

import json
import logging
import subprocess
from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounting.models import Slip
from accounting.selectors.figures import By, Subject
from accounting.services import exports, proofs, rollups
from casino.models import Job, JobFile, StoredAnswer
from casino.services import jobs
from tables.audit.services import audits
from tables.floor.services import seats
from tables.floor.services.log import floor_calls, hand_overs, incidents
from tables.floor.services.waiting import entries
from tables.guests.services import erasures, guests
from tables.guests.services.admission import bans
from tables.management.evening.clock import Clock
from tables.models import Guest, Hand, Sitting
from tests import builders, dumps
from tests.api_client import Api
from tests.played_house import PlayedHouse

pytestmark = pytest.mark.release("plays a thousand hands")
NAME = "Zacharias Quittenbaum-Öz"
HANDS = 1_000


def dumped() -> str:
    """The whole database as text, read by the owner of its tables."""
    made = subprocess.run(
        [dumps.programs() / "pg_dump", "--data-only", dumps.url(connection.settings_dict["NAME"], owner=True)],
        check=True,
        capture_output=True,
        text=True,
    )
    return made.stdout


def figures(house: PlayedHouse) -> list[Any]:
    """What proof, audit and reports say."""
    people = house.evening
    rollups.roll_up()
    proof = proofs.prove(independent=True)
    found = [(one.book, one.number, one.what) for one in proof.broken]
    said = [found, proof.entries]
    for report in ("rake", "tips", "match"):
        params = {"report": report, "format": "csv", "house": people.house.code, "language": "de"}
        read = exports.EXPORT_JOB.read(params, people.manager)
        said.append(exports.EXPORT_JOB.work(read, people.manager, lambda *_of: None))
    return said
