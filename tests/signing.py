"""Signs as the supervising authority does on its own machine: Ed25519 (RFC 8032 § 5.1.6), for tests alone."""

import hashlib
from dataclasses import dataclass

from accounting import ed25519


@dataclass(frozen=True)
class Signer:
    """A private key of 32 bytes."""

    secret: bytes

    @property
    def public_key(self) -> bytes:
        return _encoded(ed25519._multiplied(self._scalar, ed25519._BASE))

    def sign(self, message: bytes) -> bytes:
        prefix = hashlib.sha512(self.secret).digest()[32:]
        nonce = _number(prefix + message)
        commitment = _encoded(ed25519._multiplied(nonce, ed25519._BASE))
        challenge = _number(commitment + self.public_key + message)
        return commitment + ((nonce + challenge * self._scalar) % ed25519._ORDER).to_bytes(32, "little")

    @property
    def _scalar(self) -> int:
        number = int.from_bytes(hashlib.sha512(self.secret).digest()[:32], "little")
        return (number & ((1 << 254) - 8)) | (1 << 254)


def _number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha512(data).digest(), "little") % ed25519._ORDER


def _encoded(point: tuple[int, int, int, int]) -> bytes:
    x, y, z, _t = point
    inverse = pow(z, -1, ed25519._P)
    return ((y * inverse % ed25519._P) | ((x * inverse % ed25519._P & 1) << 255)).to_bytes(32, "little")


AUTHORITY = Signer(b"the supervising authority's key.")
STRANGER = Signer(b"a key that nobody has registered")
