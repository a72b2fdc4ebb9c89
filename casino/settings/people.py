"""Which roles nobody has together, and which need a second factor."""

from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured

from casino.roles import INCOMPATIBLE, MONEY, Role

_KNOWN = frozenset(role.value for role in Role)


def incompatible_roles(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Pairs like `cage+floor`; the usual ones without any word, no pair for `none`.

    Raises ImproperlyConfigured for anything but two known roles, which would leave a house without the rule it wanted.
    """
    if not words:
        return INCOMPATIBLE
    if list(words) == ["none"]:
        return ()
    found = []
    for word in words:
        one, _plus, other = word.partition("+")
        if one == other or not _KNOWN.issuperset((one, other)):
            raise ImproperlyConfigured(f"CASINO_INCOMPATIBLE_ROLES: {word} is not two roles, like cage+floor")
        found.append((one, other))
    return tuple(found)


def second_factor_roles(words: Sequence[str], *, in_production: bool) -> frozenset[str]:
    """The roles named; without any word those that move money, in production; no role for `none`.

    Raises ImproperlyConfigured for an unknown role.
    """
    if not words:
        return MONEY if in_production else frozenset()
    if list(words) == ["none"]:
        return frozenset()
    if unknown := sorted(set(words) - _KNOWN):
        raise ImproperlyConfigured(f"CASINO_SECOND_FACTOR: there is no role {unknown[0]}")
    return frozenset(words)
