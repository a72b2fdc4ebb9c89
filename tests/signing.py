"""Signs as the supervising authority does on its own machine: Ed25519 (RFC 8032 § 5.1.6), for tests alone."""

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@dataclass(frozen=True)
class Signer:
    """A private key of 32 bytes."""

    secret: bytes

    @property
    def public_key(self) -> bytes:
        return self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)

    @property
    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.secret)


AUTHORITY = Signer(b"the supervising authority's key.")
STRANGER = Signer(b"a key that nobody has registered")
