"""A rota that is on or off, and refusals that change nothing."""

from collections.abc import Callable

import pytest

from casino.errors import Refusal
from tests import builders, databases
from tests.tables.dealers.rota import Rota, everything

# `rota_off`: the house has not switched its rota on.
built, rota_off = databases.shared(lambda: Rota(builders.evening(), builders.user("integrator")))


@pytest.fixture
def rota(rota_off: Rota) -> Rota:
    rota_off.keep_rota()
    return rota_off


@pytest.fixture
def refused() -> Callable[..., Refusal]:
    """A refusal that changed nothing."""

    def refusal(call: Callable[..., object], *args: object, **values: object) -> Refusal:
        before = everything()
        with pytest.raises(Refusal) as told:
            call(*args, **values)
        assert everything() == before
        return told.value

    return refusal
