"""Where a person is signed in: the sessions of browsers and the tokens of machines."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.crypto import salted_hmac
from knox.models import AuthToken

from casino import house_time
from casino.models import User
from casino.models.sessions import Session

BEGAN, SEEN, ADDRESS, BROWSER, LANGUAGE = "began_at", "seen_at", "address", "browser", "language"
"""What a session keeps of how it began, and its language; times in seconds since 1970."""


# A browser names those too whose pages it wants to be shown: the first that is found is the one.
_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def browser_name(user_agent: str) -> str:
    """`Firefox · Windows` of what a browser says of itself; the whole of it where it is none of the usual ones."""
    browser = next((name for part, name in _BROWSERS if part in user_agent), "")
    system = next((name for part, name in _SYSTEMS if part in user_agent), "")
    return " · ".join(filter(None, (browser, system))) or user_agent


@dataclass(frozen=True, slots=True)
class Entrance:
    """One session or token.  `mark` names it in addresses: it opens nothing.  `row` is the session or token itself."""

    mark: str
    row: Session | AuthToken
    began_at: datetime | None
    seen_at: datetime | None
    ends_at: datetime | None
    address: str = ""
    browser: str = ""


def sessions(user_id: int) -> list[Entrance]:
    """The sessions that are not over, the one used last first."""
    rows = Session.objects.filter(user_id=user_id, expire_date__gt=house_time.now())
    found = [_session(row) for row in rows]
    return sorted(found, key=lambda one: one.seen_at or one.began_at or datetime.min.replace(tzinfo=UTC), reverse=True)


def tokens(user: User) -> list[Entrance]:
    """The tokens that are not over, the newest first."""
    rows = AuthToken.objects.filter(user=user, expiry__gt=house_time.now()).order_by("-created")
    return [Entrance(mark(row.digest), row, row.created, None, row.expiry) for row in rows]


def mark(key: str) -> str:
    """A keyed digest of a session's key or a token's digest."""
    return salted_hmac("casino.entrances", key, algorithm="sha256").hexdigest()[:24]


def _session(row: Session) -> Entrance:
    kept = row.get_decoded()
    began, seen = (_moment(kept.get(name)) for name in (BEGAN, SEEN))
    address, browser = (str(kept.get(name, "")) for name in (ADDRESS, BROWSER))
    return Entrance(mark(row.session_key), row, began, seen, row.expire_date, address, browser_name(browser))


def _moment(seconds: object) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int) else None
