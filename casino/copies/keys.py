"""For whom copies are encrypted, and who reads them."""

from pathlib import Path

from pyrage import x25519

from casino import environment


def identity_file() -> Path:
    """Where a bare machine keeps the identity that it has made."""
    return environment.data_folder() / "copies-identity.txt"


def recipients() -> list[str]:
    """The public keys: those of the setting, else that of this machine's own pair, which is made once."""
    if named := environment.words("CASINO_COPIES_RECIPIENTS"):
        return named
    path = identity_file()
    if not path.exists():
        made = x25519.Identity.generate()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        path.write_text(f"# public key: {made.to_public()}\n{made}\n", encoding="ascii")
    public = path.read_text(encoding="ascii").splitlines()[0]
    return [public.removeprefix("# public key: ")]
