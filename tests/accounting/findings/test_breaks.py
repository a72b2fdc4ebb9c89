"""What a proof found broken becomes findings: one for each book and number, by the rule that was broken."""

import pytest

from accounting.findings.services import breaks
from accounting.ledger.services.walks import Broken
from accounting.models import Finding
from casino.errors import NotAllowed
from tests import builders

BROKEN = [
    Broken("table/T07", 12, "the digest does not fit the content"),
    Broken("table/T07", 12, "what it rests on is not there"),
    Broken("table/T07", 13, "number 13 is missing"),
    Broken("seals", 2, "2026-11-20 was opened again, but not by two people"),
    Broken("table/T08", 4, "booked into 2026-11-20 after it was sealed"),
    Broken("rake/T07", None, "the balance is 5, the transfers add up to 4"),
    Broken("", None, "transfer 7/1 has no entry"),
]


def test_each_thing_has_its_rule_and_its_place():
    assert [(one.rule.value, one.subject) for one in breaks.verdicts(BROKEN)] == [
        ("CHAIN_BROKEN", "book:table/T07#12"),
        ("CHAIN_BROKEN", "book:table/T07#13"),
        ("SEAL_BROKEN", "book:seals#2"),
        ("SEAL_BROKEN", "book:table/T08#4"),
        ("BALANCE_DIFFERS", "book:rake/T07"),
        ("CHAIN_BROKEN", "books:transfer 7/1 has no entry"),
    ]
    assert breaks.verdicts(BROKEN)[0].facts["what"] == (
        "the digest does not fit the content; what it rests on is not there"
    )
    assert breaks.verdicts([]) == []


@pytest.mark.django_db(transaction=True)
def test_management_and_audit_write_them_down():
    evening = builders.evening()
    with pytest.raises(NotAllowed):
        breaks.note(broken=BROKEN, actor=evening.floor)
    assert not Finding.objects.exists()
    assert breaks.note(broken=BROKEN, actor=evening.manager) == 6
    assert breaks.note(broken=BROKEN, actor=evening.manager) == 6
    assert Finding.objects.filter(severity=3, gaming_day=None, state="open").count() == 6
