"""A structure as JSON: read strictly, written without optional parts that have their default."""

from accounting.policy.fields import Fields
from accounting.policy.terms import JSON
from tables.rules.setup import Betting, Variant
from tables.rules.tournaments import checks
from tables.rules.tournaments.structures import (
    AddOn,
    AnteKind,
    Break,
    Chip,
    Item,
    Level,
    Rebuy,
    Structure,
    usual_starting_chips,
)

MOST_CHIPS = 1_000_000_000
MOST_MINUTES = 24 * 60
MOST_LEVELS = 200


def from_json(data: object) -> Structure:
    """Read a structure.  Refuses `bad_terms` (with the field's pointer), and as `checks.check` does.

    Without `starting_chips` it is K1's usual stack, 40 × the minimum bet of level one.
    """
    with Fields(data) as fields:
        items = _items(fields)
        structure = Structure(
            name=fields.text("name"),
            version=fields.count("version", least=1, most=9_999, default=1),
            variant=fields.choice("variant", Variant, default=Variant.TEXAS),
            betting=fields.choice("betting", Betting, default=Betting.NO_LIMIT),
            starting_chips=_chips(fields, "starting_chips", default=usual_starting_chips(items)),
            items=items,
            chips=_chip_set(fields),
            late_until_level=fields.count("late_until_level", least=0, most=MOST_LEVELS, default=0),
            re_entries=fields.count("re_entries", least=0, most=99, default=0),
            rebuy=_rebuy(fields.nested("rebuy")) if fields.has("rebuy") else None,
            add_on=_add_on(fields.nested("add_on")) if fields.has("add_on") else None,
            flight_until_level=(
                fields.count("flight_until_level", least=1, most=MOST_LEVELS)
                if fields.has("flight_until_level")
                else None
            ),
        )
    checks.check(structure)
    return structure


def to_json(structure: Structure) -> dict[str, JSON]:
    """The stored form; `from_json` reads it back."""
    data: dict[str, JSON] = {
        "name": structure.name,
        "version": structure.version,
        "variant": structure.variant.value,
        "betting": structure.betting.value,
        "starting_chips": structure.starting_chips,
        "items": [_item_to_json(item) for item in structure.items],
        "chips": [{"worth": chip.worth, "pieces": chip.pieces} for chip in structure.chips],
    }
    if structure.rebuy:
        data["rebuy"] = {
            "until_level": structure.rebuy.until_level,
            "at_or_below": structure.rebuy.at_or_below,
            "chips": structure.rebuy.chips,
            "most": structure.rebuy.most,
        }
    if structure.add_on:
        data["add_on"] = {"break_number": structure.add_on.break_number, "chips": structure.add_on.chips}
    plain: dict[str, JSON] = {
        "late_until_level": structure.late_until_level,
        "re_entries": structure.re_entries,
        "flight_until_level": structure.flight_until_level,
    }
    return data | {name: value for name, value in plain.items() if value}


def _items(fields: Fields) -> tuple[Item, ...]:
    """Levels are numbered by their place; an item without a big blind is a break."""
    items: list[Item] = []
    levels = 0
    for one in fields.listed("items"):
        with one:
            minutes = one.count("minutes", least=1, most=MOST_MINUTES)
            if not one.has("big_blind"):
                items.append(_break(one, minutes))
                continue
            levels += 1
            items.append(
                Level(
                    levels,
                    minutes,
                    _chips(one, "small_blind", default=0),
                    _chips(one, "big_blind"),
                    _chips(one, "ante", default=0),
                    one.choice("ante_kind", AnteKind, default=AnteKind.NONE),
                    _chips(one, "small_bet", default=0),
                    _chips(one, "big_bet", default=0),
                )
            )
    return tuple(items)


def _break(one: Fields, minutes: int) -> Break:
    raced: tuple[int, ...] = ()
    if one.has("chips_raced_off"):
        raced = tuple(_worth(each) for each in one.listed("chips_raced_off"))
    return Break(minutes, one.flag("is_end_of_late_registration", default=False), raced)


def _worth(one: Fields) -> int:
    with one:
        return _chips(one, "worth")


def _chip_set(fields: Fields) -> tuple[Chip, ...]:
    chips = []
    for one in fields.listed("chips"):
        with one:
            chips.append(Chip(_chips(one, "worth"), one.count("pieces", least=0, most=10_000, default=0)))
    return tuple(chips)


def _rebuy(one: Fields) -> Rebuy:
    with one:
        return Rebuy(
            one.count("until_level", least=1, most=MOST_LEVELS),
            _chips(one, "at_or_below", default=0),
            _chips(one, "chips"),
            one.count("most", least=1, most=99, default=99),
        )


def _add_on(one: Fields) -> AddOn:
    with one:
        return AddOn(one.count("break_number", least=1, most=MOST_LEVELS), _chips(one, "chips"))


def _chips(fields: Fields, name: str, *, default: int | None = None) -> int:
    return fields.count(name, least=0, most=MOST_CHIPS, default=default)


def _item_to_json(item: Item) -> JSON:
    if isinstance(item, Break):
        data: dict[str, JSON] = {"minutes": item.minutes}
        if item.is_end_of_late_registration:
            data["is_end_of_late_registration"] = True
        if item.chips_raced_off:
            data["chips_raced_off"] = [{"worth": worth} for worth in item.chips_raced_off]
        return data
    data = {"minutes": item.minutes, "small_blind": item.small_blind, "big_blind": item.big_blind}
    if item.ante:
        data |= {"ante": item.ante, "ante_kind": item.ante_kind.value}
    if item.small_bet:
        data |= {"small_bet": item.small_bet, "big_bet": item.big_bet}
    return data
