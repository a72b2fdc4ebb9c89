"""Verifies Ed25519 signatures (RFC 8032 § 5.1.7) with whole numbers alone; it signs nothing and handles no secret.

Strict: a point or scalar in another than its one encoding, and a point of small order as key or commitment, is refused,
so that one signature fits one message and one key.  Pure.
"""

import hashlib
from typing import Final

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)
"""A square root of -1."""

_Point = tuple[int, int, int, int]
"""Extended homogeneous coordinates X, Y, Z, T with x = X/Z, y = Y/Z, x·y = T/Z (RFC 8032 § 5.1.4)."""

_NEUTRAL: Final[_Point] = (0, 1, 1, 0)


def is_key(public_key: bytes) -> bool:
    """Whether these bytes are a public key that a signature can be verified with."""
    point = _decoded(public_key)
    return point is not None and not _is_small(point)


def verifies(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature over the message was made with this key."""
    if len(signature) != SIGNATURE_BYTES:
        return False
    key, commitment = _decoded(public_key), _decoded(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= _ORDER or _is_small(key) or _is_small(commitment):
        return False
    challenge = hashlib.sha512(signature[:32] + public_key + message).digest()
    times = int.from_bytes(challenge, "little") % _ORDER
    return _equal(_multiplied(scalar, _BASE), _sum(commitment, _multiplied(times, key)))


def _decoded(encoded: bytes) -> _Point | None:
    """The point with this encoding (§ 5.1.3); None if there is none."""
    if len(encoded) != KEY_BYTES:
        return None
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    if y >= _P:
        return None
    x = _x_of(y, sign)
    return None if x is None else (x, y, 1, x * y % _P)


def _x_of(y: int, sign: int) -> int | None:
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    if square == 0:
        return None if sign else 0
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P:
        return None
    return _P - x if x & 1 != sign else x


def _sum(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiplied(times: int, point: _Point) -> _Point:
    found = _NEUTRAL
    while times:
        if times & 1:
            found = _sum(found, point)
        point = _sum(point, point)
        times >>= 1
    return found


def _equal(one: _Point, other: _Point) -> bool:
    return (one[0] * other[2] - other[0] * one[2]) % _P == 0 and (one[1] * other[2] - other[1] * one[2]) % _P == 0


def _is_small(point: _Point) -> bool:
    """Whether the point's order divides 8: anybody could sign for such a key."""
    return _equal(_multiplied(8, point), _NEUTRAL)


_base = _decoded((4 * pow(5, -1, _P) % _P).to_bytes(KEY_BYTES, "little"))
assert _base is not None
_BASE: Final[_Point] = _base
