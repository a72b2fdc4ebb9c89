"""What roles may do with people, tablets and the house itself.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.roles import Role

_RUNNING_TABLES = frozenset({"casino.edit_device"})  # enrol tablets, free a tile that wrong PINs have locked
# A key of the supervising authority is confirmed by roles that sign no statement: two managers could make one up.
_CONFIRMING_KEYS = frozenset({"casino.confirm_authority_key", "casino.decline_authority_key"})

DOMAIN: Final[Mapping[Role, frozenset[str]]] = {
    Role.FLOOR: _RUNNING_TABLES,
    Role.MANAGER: _RUNNING_TABLES
    | {
        "casino.decline_authority_key",  # a key that somebody registered, one's own too
        "casino.view_logins",
        "casino.approve_account",  # as the second person, what another asked for (`casino.services.accounts`)
        "casino.approve_house",  # as the second person, another clock of the house
        "casino.review_access",
    },
    Role.AUDITOR: _CONFIRMING_KEYS | {"casino.view_logins", "casino.review_access"},
    Role.ADMIN: _CONFIRMING_KEYS
    | {
        "casino.edit_user",
        "casino.approve_account",
        "casino.approve_house",
        "casino.review_access",
        "casino.edit_device",
        "casino.edit_house",
        "casino.view_logins",
    },
    Role.INTEGRATOR: _RUNNING_TABLES,
}
MODELS: Final[Mapping[Role, frozenset[str]]] = {
    Role.MANAGER: frozenset({"casino.view_*"}),
    Role.AUDITOR: frozenset({"casino.view_*"}),
    Role.ADMIN: frozenset({"casino.view_*", "casino.add_user", "casino.change_user"}),
}
