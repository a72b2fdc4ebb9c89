"""Settings, driven by the environment, which `casino.environment` reads.

`services.py` finds the servers, `hardening.py` locks a house's doors.

The API's own settings (DRF, OpenAPI, tokens) stand in `api.py`; what only tests need in `testing.py`.
"""

from typing import Any

from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from casino import environment, log_lines, traces
from casino.settings import people, services

if environment.PRODUCTION:
    log_lines.record_the_uncaught()  # before anything is read that may be missing
from casino.settings.api import *  # noqa: F403 -- a settings module is its names
from casino.settings.hardening import *  # noqa: F403

DEBUG = environment.switch("CASINO_DEBUG")
if DEBUG and environment.PRODUCTION:
    raise ImproperlyConfigured("CASINO_DEBUG shows source and settings: it cannot be set when CASINO_ENV=production")
traces.require()
SECRET_KEY = environment.secret_key()
DATA_FOLDER = environment.data_folder()
PRODUCTION = environment.PRODUCTION

INSTALLED_APPS = [
    "casino",
    "accounting",
    "tables",
    "tools",
    "casino.apps.BackOfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "casino.static_files.StaticFilesConfig",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "simple_history",
    "django_otp",
    "django_otp.plugins.otp_totp",
]

MIDDLEWARE = [
    "casino.middleware.content_security_policy",
    "casino.middleware.request_id",
    "casino.pages.encrypted.behind_proxy",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.middleware.counted",
    "casino.middleware.never_stored",
    "casino.pages.encrypted.encrypted_api",
    "casino.pages.whole.whole_requests",
    "casino.pages.storable.storable_text",
    "casino.pages.polls.idle_polls",
    "casino.middleware.Sessions",
    "casino.middleware.Common",
    "django.middleware.csrf.CsrfViewMiddleware",
    "casino.middleware.SignedIn",
    "casino.middleware.Messages",
    "casino.middleware.clocks",
    "casino.middleware.refusals",
    "casino.middleware.language",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
]

if traces.are_wanted():
    MIDDLEWARE.insert(MIDDLEWARE.index("casino.middleware.request_id") + 1, traces.MIDDLEWARE)

ROOT_URLCONF = "casino.urls"
PACKAGE_URLS = ["tables.urls", "accounting.urls"]  # the busiest addresses come first
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [environment.ROOT / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["casino.pages.unindented.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "casino.pages.desks.head",
                "casino.pages.bar.head",
            ],
        },
    },
]

# --- data -------------------------------------------------------------------------------------------------------------
DATABASES = services.databases()
DATABASE_OWNER = services.owner()  # who migrates; None where that is not this process's to know
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SIMPLE_HISTORY_REVERT_DISABLED = True  # a correction is a new fact, made through a service
SIMPLE_HISTORY_ENABLED = True

# --- background work --------------------------------------------------------------------------------------------------
CELERY_BROKER_URL = services.broker_url()
# Celery believes the environment's CELERY_BROKER_URL, which may lack its password, before ours, but ours of these.
CELERY_BROKER_READ_URL = CELERY_BROKER_WRITE_URL = CELERY_BROKER_URL
CELERY_BROKER_TRANSPORT_OPTIONS = services.transport_options(CELERY_BROKER_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True  # what a task did stands in the database
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 15 * 60
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 2_000
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "casino.beat.Schedule"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_FOLDER / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # It asks the marks what is due; with nothing due it is one cheap query. A missed tick is made up by the next.
    "rollup": {"task": "accounting.tasks.roll_up", "schedule": 30.0, "options": {"expires": 30.0}},
    # Calls and arrivals of the waiting lists whose time is over, though nobody looks at the list.
    "waiting": {"task": "tables.tasks.run_out_waits", "schedule": 15.0, "options": {"expires": 15.0}},
    # The waiting jobs stand in the database. A tick that comes late, or that no worker has time for, is forgotten.
    "jobs": {"task": "casino.tasks.run_jobs", "schedule": 2.0, "options": {"expires": 2.0}},
    "lost_jobs": {"task": "casino.tasks.sweep_jobs", "schedule": 60.0, "options": {"expires": 60.0}},
    "answers": {"task": "casino.tasks.forget_answers", "schedule": 3600.0, "options": {"expires": 3600.0}},
    "sessions": {"task": "casino.tasks.forget_sessions", "schedule": 3600.0, "options": {"expires": 3600.0}},
    # Guests and sign-ins whose period is over; in the morning, when the tables are closed.
    "retention": {
        "task": "tables.tasks.run_out_people",
        "schedule": crontab(hour=9, minute=30),
        "options": {"expires": 3600.0},
    },
    # Reports of days, weeks and months that were closed since, to those who subscribed to them.
    "report_mails": {"task": "accounting.tasks.mail_reports", "schedule": 600.0, "options": {"expires": 600.0}},
    "files": {"task": "casino.tasks.forget_files", "schedule": 3600.0, "options": {"expires": 3600.0}},
}

if not environment.text("DATABASE_URL"):  # an embedded database; a house's own has its operator's times
    CELERY_BEAT_SCHEDULE["backup"] = {
        "task": "casino.tasks.back_up",
        "schedule": crontab(minute="0", hour="4"),
        "options": {"expires": 3600.0},
    }

PROOF_HOUR = environment.hour("CASINO_PROOF_HOUR")
if PROOF_HOUR is not None:
    CELERY_BEAT_SCHEDULE["proof"] = {
        "task": "accounting.tasks.prove",
        "schedule": crontab(minute="0", hour=str(PROOF_HOUR)),
        "options": {"expires": 3600.0},
    }

# What `POST jobs/` can have done: the dotted name of a `casino.services.jobs.JobKind`.
JOB_KINDS = {
    "audit": "tables.audit.services.audits.AUDIT_JOB",
    "books": "accounting.reports.services.book_exports.BOOKS_JOB",
    "book_rows": "accounting.reports.services.book_exports.ROWS_JOB",
    "export": "accounting.reports.services.exports.EXPORT_JOB",
    "report_mail": "accounting.reports.services.report_mails.MAIL_JOB",
    "rule_replay": "tables.hands.services.rule_replays.REPLAY_JOB",
    "rebuild": "accounting.reports.services.rollups.REBUILD_JOB",
    "subject_access": "tables.guests.services.subject_access.ACCESS_JOB",
}

# What refuses to open another gaming day of a house, each a function of the house.
BEFORE_OPENING = ["accounting.tronc.selectors.records.refuse_missing"]
# Who keeps the times at work that a tronc is shared by: `accounting.reports.selectors.attendance.Keeper`.
ATTENDANCE = ["tables.dealers.selectors.attendance.between"]
# What the reports on rake and tips ask of the card room: `accounting.reports.selectors.room`.
STAKES = "tables.floor.selectors.stakes.of_games"
DEALT = "tables.dealers.selectors.dealt.minutes"
# What the report of a period is made of, in this order: each an `accounting.reports.selectors.periods.Section`, or a
# function of a house and a period that has some.
PERIOD_SECTIONS = [
    "accounting.reports.selectors.period_sections.RAKE",
    "accounting.reports.selectors.period_sections.TIPS",
    "tables.floor.selectors.period_sections.UTILISATION",
    "accounting.reports.selectors.period_sections.BOXES",
    "accounting.reports.selectors.period_sections.BANK",
    "tables.prizes.selectors.period_sections.TOURNAMENTS",
    "accounting.jackpots.selectors.period_jackpots.JACKPOTS",
    "accounting.jackpots.selectors.period_jackpots.sections",
    "accounting.reports.selectors.period_levy.LEVY",
    "accounting.tronc.selectors.period.TRONC",
]

# Who answers for guests, whom the books know by their numbers alone: `accounting.days.services.guests`; who won a
# jackpot's slip, and as whom somebody is known now: `accounting.jackpots.selectors.jackpots`.
GUEST_BY_NUMBER = "tables.guests.services.guests.by_number"
GUEST_KNOWN_AS = "tables.guests.selectors.guests.known_as"
IDENTIFIED_FROM = "tables.guests.selectors.admission.identified_from"
JACKPOT_WINNER = "tables.jackpots.selectors.claims.winner"
# What can owe a guest money or chips: `tables.guests.selectors.owed.Subject`.
OWED_TO_GUESTS = [
    "tables.absence.selectors.owed.KEPT_CHIPS",
    "tables.jackpots.selectors.owed.SHARES",
    "tables.prizes.selectors.owed.PRIZES",
]

# What the books for the tax authority have beside the files of the money: each some `BookFile`s
# (`accounting.reports.selectors.book_files`).
BOOK_FILES = ["tables.jackpots.selectors.book_files.FILES"]

# Who says what is not one to one with the books when they are proven: `accounting.proof.services.proofs.Prover`.
PROVERS = [
    "accounting.proof.services.duty_proofs.prove",
    "accounting.proof.services.flow_proofs.prove",
    "accounting.proof.services.history_proofs.prove",
    "accounting.jackpots.services.proofs.prove",
    "accounting.proof.services.people_proofs.prove",
    "accounting.proof.services.revenue_proofs.prove",
    "accounting.ledger.services.reversals.prove",
    "accounting.proof.services.rollup_proofs.prove",
    "accounting.tronc.services.proofs.prove",
    "accounting.proof.services.vouchers.prove",
    "tables.audit.services.float_proofs.prove",
    "tables.audit.services.proofs.prove",
    "tables.audit.services.round_proofs.prove",
    "tables.guests.services.alarm_proofs.prove",
    "tables.jackpots.services.proofs.prove",
    "tables.prizes.services.prize_proofs.prove",
    "tables.prizes.services.proofs.prove",
    "tables.absence.services.proofs.prove",
    "tables.floor.services.proofs.prove",
    "tables.log.services.proofs.prove",
]
# What `manage.py prove --independent` runs instead: Python computes what PostgreSQL computes otherwise.
INDEPENDENT_PROVERS = {
    "tables.audit.services.proofs.prove": "tables.audit.services.proofs.prove_independently",
}

# What takes more than one person: each a `casino.selectors.decisions.Duties`.
DUTIES = [
    "accounting.cage.selectors.boxes.BOXES",
    "accounting.cage.selectors.boxes.FUND_BOXES",
    "accounting.days.selectors.days.REOPENINGS",
    "accounting.findings.selectors.findings.FINDINGS",
    "accounting.jackpots.selectors.jackpots.PAYEES",
    "accounting.jackpots.selectors.jackpots.PAYMENTS",
    "accounting.jackpots.selectors.jackpots.SLIPS",
    "accounting.jackpots.selectors.jackpots.TERMS",
    "accounting.rake.selectors.schedules.SCHEDULES",
    "accounting.cage.selectors.slips.SLIPS",
    "accounting.revenue.selectors.authority_keys.KEYS",
    "accounting.revenue.selectors.statements.STATEMENTS",
    "accounting.revenue.selectors.levies.TERMS",
    "accounting.tronc.selectors.members.MEMBERS",
    "accounting.tronc.selectors.months.RUNS",
    "accounting.tronc.selectors.payouts.PAYOUTS",
    "accounting.tronc.selectors.records.RECORDS",
    "accounting.tronc.selectors.rules.RULES",
    "accounting.cage.selectors.windows.CLOSINGS",
    "casino.selectors.people.REQUESTS",
    "casino.selectors.security.ALARM",
    "tables.log.selectors.hand_overs.HAND_OVERS",
    "tables.guests.selectors.erasures.ERASURES",
    "tables.guests.selectors.erasures.HOLDS",
    "tables.jackpots.selectors.claims.CLAIMS",
    "tables.hands.selectors.duties.HANDS",
    "tables.hands.selectors.duties.ROUNDS",
    "tables.games.selectors.rule_sets.RULES",
    "accounting.days.selectors.clocks.CLOCKS",
    "tables.prizes.selectors.prizes.PRIZES",
    "tables.tournaments.selectors.standing.SETTLEMENTS",
]

# What rings in the bar of every page: each a `casino.pages.bar.Bell`.
BELLS = ["tables.board.pages.alarms.BELL", "casino.pages.people.security.BELL"]
# What the search of the bar finds, in this order: each a `casino.pages.search.Subject`.
SEARCHES = [
    "casino.pages.search.PLACES",
    "tables.board.pages.search.TABLES",
    "tables.board.pages.search.HANDS",
    "accounting.reports.pages.search.SLIPS",
    "accounting.reports.pages.search.DAYS",
    "tables.board.pages.search.GUESTS",
    "tables.board.pages.search.RULINGS",
    "casino.pages.search.PEOPLE",
]

# What is watched: gauges and alarms, each a `casino.watching.Watch`.
WATCHES = [
    "casino.selectors.watching.MACHINE",
    "casino.selectors.watching.MIGRATIONS",
    "casino.selectors.watching.DATABASE",
    "casino.selectors.watching.COPIES",
    "casino.selectors.watching.WORK",
    "accounting.proof.selectors.watching.BOOKS",
    "tables.audit.selectors.watching.AUDITS",
]
METRICS_TOKEN = environment.text("CASINO_METRICS_TOKEN")

# --- mail: where reports are sent from; empty: none is sent -----------------------------------------------------------
MAIL_IS_SET_UP = bool(environment.text("CASINO_MAIL_URL"))
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_SSL = services.mail_server(
    environment.text("CASINO_MAIL_URL")
)
EMAIL_USE_TLS = MAIL_IS_SET_UP and not EMAIL_USE_SSL and bool(EMAIL_HOST_USER)
EMAIL_TIMEOUT = 30
DEFAULT_FROM_EMAIL = environment.text("CASINO_MAIL_FROM")

# --- the national ban file (OASIS): where it is asked, and as whom; empty: not at all ---------------------------------
BAN_FILE_URL = environment.text("CASINO_BAN_FILE_URL")
BAN_FILE_USER = environment.text("CASINO_BAN_FILE_USER")
BAN_FILE_SECRET = environment.text("CASINO_BAN_FILE_SECRET")
BAN_FILE_AUTHORITIES = environment.text("CASINO_BAN_FILE_CA")

# --- people -----------------------------------------------------------------------------------------------------------
INCOMPATIBLE_ROLES = people.incompatible_roles(environment.words("CASINO_INCOMPATIBLE_ROLES"))
SECOND_FACTOR_ROLES = people.second_factor_roles(
    environment.words("CASINO_SECOND_FACTOR"), in_production=environment.PRODUCTION
)
OTP_TOTP_ISSUER = "Casino"  # what the telephone shows beside the name
ONE_TIME_PASSWORD_AGE = 72 * 3600  # over a long weekend
AUTH_USER_MODEL = "casino.User"
HOUSE_MODEL = "accounting.House"  # named, not imported: see casino/membership.py
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/login/"
CSRF_FAILURE_VIEW = "casino.pages.errors.stale_form"
# Two clocks for a session: a dealer's tablet is left alone in a room full of guests, an office is not; and
# no shift is longer than twelve hours.
MESSAGE_STORAGE = "casino.pages.notices.NoticeCookie"
SESSION_ENGINE = "casino.models.sessions"
SESSION_COOKIE_AGE = 12 * 3600
TABLET_IDLE_SECONDS = 10 * 60
OFFICE_IDLE_SECONDS = 15 * 60
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]
BREACHED_PASSWORDS = environment.text("CASINO_BREACHED_PASSWORDS")
AUTH_PASSWORD_VALIDATORS += [
    {"NAME": "casino.passwords.HouseWords", "OPTIONS": {"words": environment.words("CASINO_PASSWORD_WORDS")}},
    {"NAME": "casino.passwords.BreachedPasswords", "OPTIONS": {"path": BREACHED_PASSWORDS}},
]

# --- words and times --------------------------------------------------------------------------------------------------
LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [environment.ROOT / "casino" / "locale"]
FORMAT_MODULE_PATH = ["casino.formats"]
USE_I18N = True
USE_THOUSAND_SEPARATOR = False  # ids and years are numbers too: money is shown by accounting.money, with separators
USE_TZ = True
TIME_ZONE = "UTC"  # each house shows its own zone; also keeps TZ of all children at UTC

# --- files that browsers fetch ----------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = environment.static_folder()
WHITENOISE_ALLOW_ALL_ORIGINS = False  # our files are for our pages
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "casino.static_files.HashedFiles"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "casino.log_lines.TextLine",
            "fmt": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s",
        },
        "json": {"()": "casino.log_lines.JsonLine"},
    },
    "filters": {
        "request_id": {"()": "casino.log_lines.WithRequestId"},
        "one_line": {"()": "casino.log_lines.OneLine"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if environment.PRODUCTION else "text",
            "filters": ["request_id", "one_line"],
        }
    },
    "root": {"handlers": ["console"], "level": environment.text("CASINO_LOG_LEVEL")},
    # A refusal is an answer, not an incident: on a busy floor a warning for each would bury what matters.
    "loggers": {"django.request": {"level": "ERROR"}},
}
