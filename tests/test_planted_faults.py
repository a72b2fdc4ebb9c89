"""The book of planted faults (`plant_faults.py`) is one that can be planted: each text is there, once."""

from collections import Counter

import pytest

from tests.plant_faults import FEWEST, ROOT, Fault, faults


def test_there_are_enough_of_all_sorts() -> None:
    found = Counter(fault.area for fault in faults())
    assert found.total() >= FEWEST
    assert found.keys() == {"rules", "accounting", "services", "doors", "duties", "rest"}
    assert min(found.values()) >= 4
    assert max(Counter(fault.id for fault in faults()).values()) == 1


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.id)
def test_a_fault_can_be_planted(fault: Fault) -> None:
    """In text that stands once, as another text, and what comes of it is still a program: no compiler finds it."""
    assert "/migrations/" not in fault.file
    planted = fault.planted((ROOT / fault.file).read_text(encoding="utf-8"))
    assert fault.old != fault.new
    if fault.file.endswith(".py"):
        compile(planted, fault.file, "exec")
    assert fault.likely
    assert [test for test in fault.likely if not (ROOT / test.partition("::")[0]).exists()] == []


@pytest.mark.parametrize("text", ["", "two and two"])
def test_a_text_that_is_gone_or_stands_twice_is_said(text: str) -> None:
    fault = Fault("rules", "two is one", "tables/rules/pots.py", "two", "one")
    with pytest.raises(ValueError, match="not once"):
        fault.planted(text)
