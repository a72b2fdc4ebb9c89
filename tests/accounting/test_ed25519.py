"""Ed25519: the standard's examples, what OpenSSL signs, and what a strict verifier refuses."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting import ed25519
from accounting.revenue.services import authority_keys
from tests.signing import Signer

# RFC 8032 § 7.1, tests 1 to 3: secret key, public key, message, signature.
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
            "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
            "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
]
_ORDER = 2**252 + 27742317777372353535851937790883648493
_KEY, _MESSAGE, _GOOD = (bytes.fromhex(part) for part in VECTORS[1][1:])


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_the_examples_of_the_standard(secret: str, public: str, message: str, signature: str) -> None:
    key, text, signed = (bytes.fromhex(part) for part in (public, message, signature))
    assert ed25519.is_key(key)
    assert ed25519.verifies(key, text, signed)
    assert not ed25519.verifies(key, text + b"!", signed)
    signer = Signer(bytes.fromhex(secret))  # the signer of the tests is the standard's too
    assert (signer.public_key, signer.sign(text)) == (key, signed)


@given(st.integers(0, 511))
def test_no_bit_of_a_signature_can_change(bit: int) -> None:
    changed = bytearray(_GOOD)
    changed[bit // 8] ^= 1 << bit % 8
    assert not ed25519.verifies(_KEY, _MESSAGE, bytes(changed))


@given(st.integers(0, 255))
def test_no_bit_of_a_key_can_change(bit: int) -> None:
    changed = bytearray(_KEY)
    changed[bit // 8] ^= 1 << bit % 8
    assert not ed25519.verifies(bytes(changed), _MESSAGE, _GOOD)


def test_a_second_signature_is_not_made_from_the_first() -> None:
    """§ 8.4: adding the order to the scalar would give another signature of the same message."""
    scalar = int.from_bytes(_GOOD[32:], "little") + _ORDER
    assert not ed25519.verifies(_KEY, _MESSAGE, _GOOD[:32] + scalar.to_bytes(32, "little"))


# Points whose order divides 8, and encodings of a y above the prime: with some of them one signature fits any message.
WEAK = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000080",
]


@pytest.mark.parametrize("key", WEAK)
def test_a_key_that_anybody_could_sign_for_is_none(key: str) -> None:
    weak = bytes.fromhex(key)
    assert not ed25519.is_key(weak)
    assert not ed25519.verifies(weak, b"anything", weak + bytes(32))


@pytest.mark.parametrize("length", [0, 31, 33])
def test_what_has_another_length_is_no_key(length: int) -> None:
    assert not ed25519.is_key(bytes(length))
    assert not ed25519.verifies(_KEY, _MESSAGE, _GOOD[: length * 2 - 3])


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no OpenSSL on this machine")
def test_what_openssl_signs_is_verified(tmp_path: Path) -> None:
    """As docs and page tell the authority to do it."""
    key, text, signed = tmp_path / "key.pem", tmp_path / "statement.txt", tmp_path / "signature"
    text.write_bytes(b"casino statement of revenue 1\n")
    openssl = str(shutil.which("openssl"))
    subprocess.run([openssl, "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
    pem = subprocess.run([openssl, "pkey", "-in", key, "-pubout"], check=True, capture_output=True, text=True).stdout
    subprocess.run([openssl, "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", text, "-out", signed], check=True)
    public_key = authority_keys._read_key(pem)
    assert public_key is not None
    assert ed25519.verifies(public_key, text.read_bytes(), signed.read_bytes())
