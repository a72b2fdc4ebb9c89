"""How many tables so many dealers keep in play."""

from tables.rules.rota.strength import further_tables, tables_kept
from tables.rules.rota.terms import USUAL, RotaRules


def test_each_deals_a_down_and_then_has_a_break():
    """Half an hour at a table, a quarter of an hour's break: three dealers for two tables."""
    assert [tables_kept(dealers, USUAL) for dealers in (0, 1, 2, 3, 10, 60)] == [0, 1, 1, 2, 6, 40]
    assert tables_kept(10, RotaRules(down_minutes=20, least_break_minutes=20)) == 5


def test_what_those_here_cannot_deal_waits_for_who_comes():
    assert further_tables(10, 4, (), USUAL) == [0, 0]
    assert further_tables(10, 6, (), USUAL) == []
    assert further_tables(10, 6, (60, 30, 90), USUAL) == [30, 60], "eleven keep seven, twelve keep eight"
    assert further_tables(3, 4, (30,) * 6, USUAL) == [30] * 2, "nine keep six, and four are in play"
