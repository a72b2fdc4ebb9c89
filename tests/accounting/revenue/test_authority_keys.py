"""The authority's keys: registered by two, and what is sealed is countersigned with them alone."""

import pytest

from accounting.models import Countersignature
from accounting.proof.services import proofs
from accounting.revenue.services import authority_keys, statements
from tests import stated_house
from tests.accounting.revenue.conftest import refused, seal, sign
from tests.deciding import looking
from tests.signing import AUTHORITY, STRANGER
from tests.stories.month import Month

pytestmark = pytest.mark.django_db


def test_the_authority_countersigns_with_its_own_key(house: Month) -> None:
    stated_house.registered(house.evening)
    row = seal(house)
    stated_house.countersign(house.evening, row)
    assert bytes(Countersignature.objects.get().signature) == AUTHORITY.sign(statements.message(row))
    assert (
        statements.message(row)
        == (
            "casino statement of revenue 1\nhouse wi\nperiod day\nfirst day 2026-10-05\nversion 1\n"
            f"sha256 {row.digest}\n"
        ).encode()
    )
    assert proofs.prove().broken == []


def test_a_key_that_was_withdrawn_signs_no_more_but_has_signed(house: Month) -> None:
    key = stated_house.registered(house.evening)
    one, two = seal(house), seal(house, 1)
    stated_house.countersign(house.evening, one)
    authority_keys.withdraw(authority_key_id=key.pk, reason="Karte verloren", actor=house.evening.manager)
    signature = AUTHORITY.sign(statements.message(two)).hex()
    refused(
        "signature_does_not_fit", statements.countersign, statement_id=two.pk, signature=signature,
        actor=house.evening.floor,
    )  # fmt: skip
    assert proofs.prove().broken == []


def test_signatures_that_are_not_the_authoritys(house: Month) -> None:
    evening = house.evening
    row, other = seal(house), seal(house, 1)
    good = AUTHORITY.sign(statements.message(row))
    hand_in = {"statement_id": row.pk, "actor": evening.floor}
    refused("signature_does_not_fit", statements.countersign, signature=good.hex(), **hand_in)  # no key yet
    proposed = authority_keys.register(
        house_id=evening.house.pk, authority="Finanzaufsicht", public_key=AUTHORITY.public_key.hex(),
        actor=evening.manager,
    )  # fmt: skip
    refused("signature_does_not_fit", statements.countersign, signature=good.hex(), **hand_in)  # signed by one alone
    for actor in (evening.manager, evening.second_manager, evening.floor):  # they sign statements
        refused("not_allowed", looking(authority_keys.approve), authority_key_id=proposed.pk, actor=actor)
    looking(authority_keys.approve)(authority_key_id=proposed.pk, actor=stated_house.auditor())
    unknown = STRANGER.sign(statements.message(row))
    refused("signature_does_not_fit", statements.countersign, signature=unknown.hex(), **hand_in)
    of_another_seal = AUTHORITY.sign(statements.message(other))
    refused("signature_does_not_fit", statements.countersign, signature=of_another_seal.hex(), **hand_in)
    flipped = good[:-1] + bytes([good[-1] ^ 1])
    refused("signature_does_not_fit", statements.countersign, signature=flipped.hex(), **hand_in)
    refused("bad_signature", statements.countersign, signature="mit Gruß", **hand_in)
    statements.countersign(signature=good.hex(), **hand_in)
    refused("countersigned", statements.countersign, signature=good.hex(), **hand_in)


def test_only_what_is_sealed_is_countersigned(house: Month) -> None:
    stated_house.registered(house.evening)
    row = sign(house)
    refused(
        "statement_not_sealed", statements.countersign, statement_id=row.pk, signature="00" * 64,
        actor=house.evening.floor,
    )  # fmt: skip


@pytest.mark.parametrize(
    "public_key",
    ["", "kein Schlüssel", "00" * 32, "01" + "00" * 31, "ff" * 32, "00" * 31, "-----BEGIN PUBLIC KEY-----"],
)
def test_what_is_no_key_is_not_registered(house: Month, public_key: str) -> None:
    refused(
        "bad_key", authority_keys.register, house_id=house.evening.house.pk, authority="Finanzaufsicht",
        public_key=public_key, actor=house.evening.manager,
    )  # fmt: skip


def test_a_key_in_pem_is_the_same_key(house: Month) -> None:
    """RFC 8410 § 10.1: the example's public key."""
    body = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
    pem = f"-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----"
    evening = house.evening
    row = authority_keys.register(house_id=evening.house.pk, authority="RP", public_key=pem, actor=evening.manager)
    assert bytes(row.public_key).hex() == "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"
    refused(
        "key_registered", authority_keys.register, house_id=evening.house.pk, authority="RP",
        public_key=bytes(row.public_key).hex(), actor=evening.manager,
    )  # fmt: skip
    refused(
        "authority_nameless", authority_keys.register, house_id=1, authority=" ", public_key="", actor=evening.manager
    )
    refused("key_not_in_force", authority_keys.withdraw, authority_key_id=row.pk, reason="x", actor=evening.manager)
    looking(authority_keys.decline)(authority_key_id=row.pk, actor=evening.manager)
    refused("key_decided", looking(authority_keys.approve), authority_key_id=row.pk, actor=stated_house.auditor())
    refused("no_such_key", looking(authority_keys.decline), authority_key_id=10**6, actor=evening.manager)


def test_a_declined_key_can_be_registered_again_and_a_withdrawn_one_cannot(house: Month) -> None:
    """Declined for a slip in the authority's name, say; withdrawn because it was lost."""
    evening = house.evening
    asked = {"house_id": evening.house.pk, "public_key": AUTHORITY.public_key.hex(), "actor": evening.manager}
    declined = authority_keys.register(**asked, authority="RB")
    refused("not_allowed", looking(authority_keys.decline), authority_key_id=declined.pk, actor=evening.second_manager)
    looking(authority_keys.decline)(authority_key_id=declined.pk, actor=stated_house.auditor())
    row = authority_keys.register(**asked, authority="RP")
    looking(authority_keys.approve)(authority_key_id=row.pk, actor=stated_house.auditor())
    refused("key_registered", authority_keys.register, **asked, authority="RP")
    authority_keys.withdraw(authority_key_id=row.pk, reason="lost", actor=evening.manager)
    refused("key_registered", authority_keys.register, **asked, authority="RP")
