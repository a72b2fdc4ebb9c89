"""What waits for a second person, for `tests/test_second_person.py`: one row of each `Matter`, made by services."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from casino.selectors.decisions import Matter
from casino.transactions import UseCase
from tests.builders import Evening


@dataclass(frozen=True, kw_only=True)
class Case:
    """How a matter comes to wait, and what decides on it.

    `ask` makes the row; `asker` and `decider` are the people, by their attribute of the evening.  `change` is what the
    first person can do to the row between the second one's look and signature; None where nothing can be done to it.
    `approving` are the approval's other arguments, `declining` those of declining; `decline` is None where nobody does.
    """

    matter: Matter[Any]
    ask: Callable[[Evening], Any]
    approve: UseCase[..., Any]
    decline: UseCase[..., Any] | None
    asker: str = "manager"
    decider: str = "second_manager"
    change: Callable[[Evening, Any], Any] | None = None
    approving: Mapping[str, Any] = field(default_factory=dict)
    declining: Mapping[str, Any] = field(default_factory=dict)
    evening: Callable[[], Evening] | None = None
    """The house that it takes; None: an evening as `builders` makes it."""
