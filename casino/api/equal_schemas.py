"""The shapes of bodies and answers in the API's description: what is equal has one name, under `components/schemas`.

A shape is called by its `title`, by its format (`DateTimeOrNull`), by the end of the names that it stands under
(`SeenRequest`, `CentsRequest`), or by what it holds (`IntegerFrom1Request`): the first that is no other's name.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from casino.api.parsing import LARGEST

SAVED: Final = 200
"""So many characters it must save to write something once: fewer are read more easily where they are."""

_REFERENCE: Final = 45
"""The characters of a reference, nearly."""
_TO_SHAPES: Final = "#/components/schemas/"
_OF_BODIES: Final = "Request"
"""The end of the names of what is only sent, as drf-spectacular has it."""

Part: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a shape stands: a container and a key in it, the word it stands under, and the component it belongs to."""

    holder: Any
    key: Any
    word: str
    component: str

    @property
    def shape(self) -> Any:
        return self.holder[self.key]


def is_worth_it(text: str, count: int) -> bool:
    """Whether so many parts of this text are better written once."""
    return (count - 1) * len(text) - count * _REFERENCE >= SAVED


def camel(words: str) -> str:
    """`SmallBlind` for `small_blind` and `small-blind`."""
    return "".join(word[:1].upper() + word[1:] for word in words.replace("-", "_").split("_"))


def write_once(result: Part) -> None:
    """Give equal shapes one name; of two that would have the same, the more frequent has it."""
    shapes = result["components"]["schemas"] = _copied(result["components"]["schemas"])
    renamed: dict[str, str] = {}
    for places in sorted(_alike(shapes), key=len, reverse=True):
        if name := _name(places, shapes):
            _put(places, name, shapes, renamed)
    result["components"]["schemas"] = dict(sorted(shapes.items()))
    _rename(result, renamed)


def _alike(shapes: Part) -> list[list[Place]]:
    """The places of equal shapes, the largest first, since what is within them is then there once."""
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for name in shapes:
        for place in _places(Place(shapes, name, "", name)):
            places[_text(place.shape)].append(place)
    found, gone = [], set[int]()
    for text in sorted(places, key=lambda text: (-len(text), text)):
        there = [place for place in places[text] if id(place.holder) not in gone]
        if is_worth_it(text, len(there)):
            found.append(there)
            gone |= {one for place in there[1:] for one in _containers(place.shape)}
    return found


def _text(shape: Part) -> str:
    """What equal shapes have alike; one with a title is the same wherever it stands, with any description."""
    parts = {name: part for name, part in shape.items() if name != "description" or "title" not in shape}
    return json.dumps(parts, sort_keys=True, default=str)


def _put(places: list[Place], name: str, shapes: Part, renamed: dict[str, str]) -> None:
    """Refer to the shape at these places; a description that is not the usual one stays there."""
    said = [place.shape.get("description", "") for place in places]
    [(usual, _count)] = Counter(said).most_common(1)
    shape = places[0].shape  # the one whose parts are counted
    shape |= {"description": usual} if usual else {}
    for place, description in zip(places, said, strict=True):
        if place.holder is shapes:
            renamed[_TO_SHAPES + place.key] = _TO_SHAPES + name
            del shapes[place.key]
            continue
        place.holder[place.key] = reference = {"$ref": _TO_SHAPES + name}
        if description != usual:
            place.holder[place.key] = {"allOf": [reference], "description": description}
    shapes[name] = shape


def _copied(node: Any) -> Any:
    """The same in containers of its own: fields of one class share theirs."""
    if isinstance(node, dict):
        return {name: _copied(inner) for name, inner in node.items()}
    return [_copied(inner) for inner in node] if isinstance(node, list | tuple) else node


def _places(place: Place) -> Iterator[Place]:
    """The shape there and all within it that are not references."""
    shape = place.shape
    if not isinstance(shape, dict) or "$ref" in shape:
        return
    yield place
    for name in shape.get("properties", ()):
        yield from _places(Place(shape["properties"], name, name, place.component))
    for key in shape.keys() & {"items", "additionalProperties"}:
        yield from _places(Place(shape, key, f"{place.word}Item", place.component))
    for key in shape.keys() & {"oneOf", "anyOf", "allOf"}:
        for number in range(len(shape[key])):
            yield from _places(Place(shape[key], number, f"{place.word}Option", place.component))


def _containers(node: Any) -> Iterator[int]:
    if isinstance(node, dict | list):
        yield id(node)
        for inner in node.values() if isinstance(node, dict) else node:
            yield from _containers(inner)


def _name(places: list[Place], shapes: Part) -> str:
    """What these equal shapes are called; nothing if all that they could be called is something else."""
    own = sorted((place.key for place in places if place.holder is shapes), key=lambda name: (len(name), name))
    if len(own) == 1:
        return str(own[0])
    shape = places[0].shape
    words = [] if own else [place.word for place in places]
    said = [shape.get("title", ""), _formatted(shape), _shared(words), _holding(shape)]
    ending = "OrNull" if "null" in shape.get("type", ()) or {"type": "null"} in shape.get("oneOf", ()) else ""
    ending += _OF_BODIES if all(place.component.endswith(_OF_BODIES) for place in places) else ""
    names = [camel(word) + ending for word in said if word] + own
    return next((name for name in names if name not in shapes or name in own), "")


def _shared(words: list[str]) -> str:
    """The longest end that four of five have: `cents` of `pot_cents` and `tip_cents`."""
    split = [word.split("_") for word in words]
    ends = Counter("_".join(parts[place:]) for parts in split for place in range(len(parts)))
    return max((end for end, count in ends.items() if 5 * count >= 4 * len(words)), key=len, default="")


def _formatted(shape: Part) -> str:
    """`date-time`, of a text alone: that of a number says how large it may be."""
    return str(shape.get("format", "")) if "string" in shape.get("type", ()) else ""


def _holding(shape: Part) -> str:
    """`SeenAndPassword`, `OnlySeen`, `SeatCentsList`, `IntegerFrom1To99`."""
    if properties := list(shape.get("properties", ())):
        return "And".join(map(camel, properties)) if len(properties) > 1 else f"Only{camel(properties[0])}"
    if listed := shape.get("items", {}).get("$ref"):
        return f"{listed.removeprefix(_TO_SHAPES).removesuffix(_OF_BODIES)}List"
    if "integer" not in shape.get("type", ()):
        return ""
    least, most = shape.get("minimum", -LARGEST), shape.get("maximum", LARGEST)
    return "Integer" + (f"From{least}" if least > -LARGEST else "") + (f"To{most}" if most < LARGEST else "")


def _rename(node: Any, renamed: dict[str, str]) -> None:
    """Put the new references for the old ones, wherever they stand."""
    for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(inner, dict | list):
            _rename(inner, renamed)
        elif isinstance(inner, str) and inner in renamed:
            node[key] = renamed[inner]
