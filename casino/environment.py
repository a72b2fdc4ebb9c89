"""What the machine says: environment variables, the data folder, the secret key.

`CASINO_ENV` is `local` (default: one machine, everything from this checkout) or `production` (servers by URL, TLS,
hardened). No Django settings are needed to read this module; the settings read it.
"""

import os
import secrets
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent
ENGINES = {"postgres": "django.db.backends.postgresql", "postgresql": "django.db.backends.postgresql"}


def text(name: str, default: str = "") -> str:
    """The variable `name`, stripped; `default` when absent or empty."""
    return os.environ.get(name, "").strip() or default


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated variable as a list without blanks."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def switch(name: str, *, default: bool = False) -> bool:
    """A yes/no variable: 1, true, yes, on — anything else but absence is no."""
    value = text(name).lower()
    return value in {"1", "true", "yes", "on"} if value else default


def seconds(name: str, default: int) -> int:
    """A whole number of seconds."""
    try:
        return int(text(name, str(default)))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number of seconds") from error


PRODUCTION = text("CASINO_ENV", "local") == "production"


def required(name: str) -> str:
    """A variable that a house must set. Raises ImproperlyConfigured, naming it."""
    value = text(name)
    if not value:
        raise ImproperlyConfigured(f"{name} must be set when CASINO_ENV=production")
    return value


def data_folder() -> Path:
    """Where a bare machine keeps its clusters, key and schedules: CASINO_DATA, else `.state/` in the checkout."""
    return Path(text("CASINO_DATA", str(ROOT / ".state"))).expanduser().resolve()


def secret_key() -> str:
    """CASINO_SECRET_KEY, else the file CASINO_SECRET_KEY_FILE, else (on a local machine) one made once, kept 0600."""
    if key := text("CASINO_SECRET_KEY"):
        return key
    if named := text("CASINO_SECRET_KEY_FILE"):
        return Path(named).read_text(encoding="ascii").strip()
    if PRODUCTION:
        raise ImproperlyConfigured("CASINO_SECRET_KEY or CASINO_SECRET_KEY_FILE must be set when CASINO_ENV=production")
    return _own_key(data_folder() / "secret_key")


def _own_key(path: Path) -> str:
    """Read the key in `path`; make it first when absent. Of two starts at once the second finds the link taken."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as out:
            out.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()


def database(url: str, variable: str = "DATABASE_URL") -> dict[str, object]:
    """`postgresql://user:password@host:port/name?option=value` as Django's connection settings.

    A host that begins with a slash (percent-encoded) is a socket folder. Query values become libpq OPTIONS.
    """
    parts = urlsplit(url)
    if parts.scheme not in ENGINES:
        raise ImproperlyConfigured(f"{variable} must begin with postgresql://")
    options: dict[str, object] = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    return {
        "ENGINE": ENGINES[parts.scheme],
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
    }


def static_folder() -> Path:
    """Where `collectstatic` lays the files that browsers fetch: CASINO_STATIC, else a folder of the data folder."""
    return Path(text("CASINO_STATIC", str(data_folder() / "static"))).expanduser().resolve()
