"""Decisions in tests: a second person looks at the row as it is now, then decides."""

from collections.abc import Callable
from inspect import signature
from typing import Any

from casino import membership


def looking(service: Callable[..., Any]) -> Callable[..., Any]:
    """The service for somebody who has just looked: `seen` is what the row shows now, or nothing where it is not."""

    def decide(**values: Any) -> Any:
        decides: Any = service.decides  # type: ignore[attr-defined]
        return service(seen=shown(decides, values[argument_of(service)]), **values)

    return decide


def argument_of(service: Callable[..., Any]) -> str:
    """The argument that names the row which a service decides on."""
    decides: Any = service.decides  # type: ignore[attr-defined]
    return next(
        name
        for name in signature(service).parameters
        if name.endswith("_id") and membership.named().get(name.removesuffix("_id")) is decides.model
    )


def shown(decides: Any, pk: int) -> str:
    """What a row shows now (`seen`); nothing where there is no such row."""
    row = decides.model._default_manager.filter(pk=pk).first()
    return "" if row is None else str(decides.seen(row))
