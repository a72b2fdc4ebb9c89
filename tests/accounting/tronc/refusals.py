"""Refusals of the tronc that leave every row and every balance as it was."""

import pytest

from accounting.models import Entry, TipRecord, TroncMember, TroncPayout, TroncRules, TroncRun, TroncShare
from casino.errors import Refusal
from tests import builders

TABLES = (TroncRules, TroncMember, TipRecord, TroncRun, TroncShare, TroncPayout, Entry)


def refused(call, **arguments) -> Refusal:
    """The refusal; no row was written and nothing is booked."""
    before = [list(table.objects.order_by("pk").values()) for table in TABLES], builders.balances()
    with pytest.raises(Refusal) as error:
        call(**arguments)
    assert ([list(table.objects.order_by("pk").values()) for table in TABLES], builders.balances()) == before
    return error.value


def code(call, **arguments) -> str:
    return refused(call, **arguments).code
