"""What every command of the API is called with."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Call:
    """One command: its path, a body, which role may call it (any of), and what it demands."""

    path: str
    body: dict[str, Any] = field(default_factory=dict)
    roles: frozenset[str] = frozenset({"floor", "manager", "integrator"})
    idempotent: bool = True
    versioned: bool = True
