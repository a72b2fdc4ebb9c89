"""For whom copies are encrypted, and who reads them."""

from pathlib import Path

from pyrage import x25519

from casino import environment
from casino.embedded import wal


def identity_file() -> Path:
    """Where a bare machine keeps the identity that it has made."""
    return environment.data_folder() / "copies-identity.txt"


def recipients() -> list[str]:
    """The public keys: those of the setting, else that of this machine's own pair, which is made once.

    The public key stays when the identity is moved away; another pair would be one whose identity lies here again.
    """
    if named := environment.words("CASINO_COPIES_RECIPIENTS"):
        return named
    identity = identity_file()
    public = identity.with_name("copies-recipient.txt")
    if not public.exists():
        made = x25519.Identity.generate()
        identity.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        wal.write(identity, f"# public key: {made.to_public()}\n{made}\n".encode())
        wal.write(public, f"{made.to_public()}\n".encode())
    return public.read_text(encoding="ascii").split()
