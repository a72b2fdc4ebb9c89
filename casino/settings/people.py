"""Which roles nobody has together."""

from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured

from casino.roles import INCOMPATIBLE, Role


def incompatible_roles(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Pairs like `cage+floor`; the usual ones without any word, no pair for `none`.

    Raises ImproperlyConfigured for anything but two known roles, which would leave a house without the rule it wanted.
    """
    if not words:
        return INCOMPATIBLE
    if list(words) == ["none"]:
        return ()
    known = {role.value for role in Role}
    found = []
    for word in words:
        one, _plus, other = word.partition("+")
        if one == other or not known.issuperset((one, other)):
            raise ImproperlyConfigured(f"CASINO_INCOMPATIBLE_ROLES: {word} is not two roles, like cage+floor")
        found.append((one, other))
    return tuple(found)
