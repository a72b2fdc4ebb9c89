"""Bodies that hold an object, as terms do: what is absent is left out, not null."""

import pytest
from rest_framework.exceptions import ValidationError

from casino.api.fields import ObjectField
from tests import addresses


@pytest.mark.parametrize("data", [{"cap_cents": None}, {"steps": [{"cap_cents": 1}, {"cap_cents": None}]}])
def test_a_null_within_is_refused_in_every_body(data: dict[str, object]) -> None:
    """It was taken for a field that is absent, though the description allows no null there."""
    list(addresses.every())  # so that every view is loaded
    kinds = [ObjectField, *ObjectField.__subclasses__()]
    assert len(kinds) > 8
    for kind in kinds:
        with pytest.raises(ValidationError) as refused:
            kind().to_internal_value(data)
        assert refused.value.get_codes() == ["null_within"]
    assert ObjectField().to_internal_value({"cap_cents": 0}) == {"cap_cents": 0}
