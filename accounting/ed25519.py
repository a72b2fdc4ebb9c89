"""Verifies Ed25519 signatures (RFC 8032 § 5.1.7) with the library `cryptography`; nothing is signed here.

A key of small order is refused: with it one signature fits any message.  Pure.
"""

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P
"""The curve: −x² + y² = 1 + d·x²·y² modulo p."""

_SMALL_ORDER: Final = frozenset(
    bytes.fromhex(y)
    for y in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
)
"""All encodings, without the sign of x, of points whose order divides 8."""


def is_key(public_key: bytes) -> bool:
    """Whether these bytes are a public key that a signature can be verified with."""
    return _key(public_key) is not None and _is_point(public_key)


def verifies(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature over the message was made with this key."""
    key = _key(public_key)
    if key is None or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True


def _is_point(public_key: bytes) -> bool:
    """Whether it is the one encoding of a point of the curve, which the library does not ask before it verifies."""
    y = int.from_bytes(public_key, "little") & ((1 << 255) - 1)
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    return y < _P and pow(square, (_P - 1) // 2, _P) in (0, 1)


def _key(public_key: bytes) -> Ed25519PublicKey | None:
    if len(public_key) != KEY_BYTES or bytes([*public_key[:-1], public_key[-1] & 0x7F]) in _SMALL_ORDER:
        return None
    try:
        return Ed25519PublicKey.from_public_bytes(public_key)
    except ValueError:
        return None
