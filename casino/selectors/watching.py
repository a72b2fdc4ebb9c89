"""What is watched of the machine and its servers: disk, broker, database, copies, background work, alarms."""

import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from casino import environment, replica
from casino.copies import bases
from casino.errors import N_
from casino.selectors import migrations
from casino.selectors.condition import row, since, since_installation
from casino.watching import Alarm, Watch

BROKER_PATIENCE_S: Final = 0.2  # the client asks four times
_MINUTE, _HOUR = 60, 3600


def _of_the_machine() -> Mapping[str, float | None]:
    return {"casino_disk_used_share": _disk_used(), "casino_broker_down": float(not _broker_answers())}


def _disk_used() -> float:
    """Part of the data folder's disk in use, or of the folder in which it would be made."""
    folder = settings.DATA_FOLDER
    disk = shutil.disk_usage(next(one for one in (folder, *folder.parents) if one.exists()))
    return 1 - disk.free / disk.total


def _broker_answers() -> bool:
    options = {"socket_timeout": BROKER_PATIENCE_S, "socket_connect_timeout": BROKER_PATIENCE_S}
    if settings.CELERY_BROKER_URL.startswith("amqp"):
        options = {"connect_timeout": BROKER_PATIENCE_S}
    with current_app.connection_for_write(transport_options=options) as line:
        try:
            line.ensure_connection(max_retries=1, interval_start=0, interval_step=0)  # asks it, too
        except OperationalError:
            return False
    return True


MACHINE: Final = Watch(
    gauges={
        "casino_disk_used_share": N_("Part of the data folder's disk in use"),
        "casino_broker_down": N_("Broker not answering"),
    },
    read=_of_the_machine,
    alarms=(
        Alarm("DiskNearlyFull", "casino_disk_used_share", 0.9, N_("The disk of the data folder is nearly full.")),
        Alarm(
            "BrokerDown", "casino_broker_down", 0, N_("The broker is not responding: jobs and roll-ups are waiting.")
        ),
    ),
)

MIGRATIONS: Final = Watch(
    gauges={"casino_migrations_missing": N_("Migrations of this release that the database does not have")},
    read=lambda: {"casino_migrations_missing": migrations.missing()},
    alarms=(
        Alarm(
            "MigrationsMissing",
            "casino_migrations_missing",
            0,
            N_("The database does not have the tables of this release: run manage.py migrate."),
        ),
    ),
)

_DATABASE: Final = """
SELECT (SELECT sum(numbackends) FROM pg_stat_database) AS casino_database_connections,
       (SELECT sum(numbackends) FROM pg_stat_database) / current_setting('max_connections')::float
           AS casino_database_connections_share,
       pg_database_size(current_database()) AS casino_database_bytes,
       CASE WHEN current_setting('archive_mode') <> 'off'
            THEN coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int END
           AS casino_archive_failing,
       CASE WHEN current_setting('archive_mode') <> 'off'
            THEN extract(epoch FROM now() - last_archived_time) END AS casino_archive_age_seconds,
       (SELECT count(*) FROM pg_stat_replication) AS casino_replicas,
       (SELECT extract(epoch FROM coalesce(max(replay_lag), interval '0')) FROM pg_stat_replication
        HAVING count(*) > 0 AND pg_has_role('pg_read_all_stats', 'USAGE')) AS casino_replica_lag_seconds,
       (SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0) FROM pg_replication_slots
         WHERE NOT pg_is_in_recovery()) AS casino_replica_lag_bytes
  FROM pg_stat_archiver
"""


def _of_the_database() -> Mapping[str, float | None]:
    """The replica that the settings name is asked itself: one that never followed is in no list of the database's."""
    found = row(_DATABASE)
    if not replica.is_named():
        return found
    late = replica.late()
    seconds = since_installation() if late is None else late.total_seconds()
    return {**found, "casino_replica_lag_seconds": max(seconds or 0, found["casino_replica_lag_seconds"] or 0)}


DATABASE: Final = Watch(
    gauges={
        "casino_database_connections": N_("Connections of clients to the database server"),
        "casino_database_connections_share": N_("Connections in use, of those that the server permits"),
        "casino_database_bytes": N_("Size of the database"),
        "casino_archive_failing": N_("PostgreSQL's log not archived"),
        "casino_archive_age_seconds": N_("Time since a segment of PostgreSQL's log was archived"),
        "casino_replicas": N_("Replicas that are connected"),
        "casino_replica_lag_seconds": N_("Delay of the slowest replica"),
        "casino_replica_lag_bytes": N_("Log that PostgreSQL keeps for the slowest replication slot"),
    },
    read=_of_the_database,
    alarms=(
        Alarm(
            "ConnectionsShort", "casino_database_connections_share", 0.9, N_("The database is short of connections.")
        ),
        Alarm(
            "ArchiveFails",
            "casino_archive_failing",
            0,
            N_("PostgreSQL cannot archive its log: backups lack the latest changes."),
        ),
        Alarm("ReplicaBehind", "casino_replica_lag_seconds", _MINUTE, N_("A replica is more than a minute behind.")),
        Alarm(
            "ReplicaHoldsLog",
            "casino_replica_lag_bytes",
            2_000_000_000,
            N_("A replica has not read for so long that its log is filling the disk."),
        ),
    ),
    not_meant={
        "casino_archive_failing": "where PostgreSQL archives no log (`archive_mode`)",
        "casino_replica_lag_seconds": "where `DATABASE_REPLICA_URL` names no replica, and the role sees none "
        "(`pg_read_all_stats`)",
    },
)


def _of_the_copies() -> Mapping[str, float | None]:
    if not environment.sees_copies():
        return {}
    found = bases.every(environment.copies_folder())
    proven = [base.proven_at for base in found if base.proven_at]
    return {
        "casino_copy_age_seconds": _age(found[-1].began_at if found else None),
        "casino_copy_unproven_seconds": _age(max(proven, default=None)),
    }


def _age(moment: datetime | None) -> float | None:
    return since_installation() if moment is None else (datetime.now(UTC) - moment).total_seconds()


_NO_COPIES: Final = (
    "where another's server is copied by other means: neither `CASINO_COPIES` nor `CASINO_COPIES_URL` is set"
)

COPIES: Final = Watch(
    gauges={
        "casino_copy_age_seconds": N_("Time since the newest copy of the database, or since the installation"),
        "casino_copy_unproven_seconds": N_("Time since a copy was restored and proven, or since the installation"),
    },
    read=_of_the_copies,
    alarms=(
        Alarm("CopyOld", "casino_copy_age_seconds", 26 * _HOUR, N_("No copy of the database has been made for a day.")),
        Alarm(
            "CopyUnproven",
            "casino_copy_unproven_seconds",
            8 * 24 * _HOUR,
            N_("No copy has been restored and proven for a week."),
            tonight=False,
        ),
    ),
    not_meant={"casino_copy_age_seconds": _NO_COPIES, "casino_copy_unproven_seconds": _NO_COPIES},
)

_WORK: Final = f"""
SELECT count(*) FILTER (WHERE state = 'queued') AS casino_jobs_waiting,
       count(*) FILTER (WHERE state = 'running') AS casino_jobs_running,
       coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE state = 'queued')), 0)
           AS casino_job_waiting_seconds,
       coalesce(extract(epoch FROM now() - min(beat_at) FILTER (WHERE state = 'running')), 0)
           AS casino_job_silent_seconds,
       {since("(SELECT max(at) FROM casino_pulse)")} AS casino_background_silent_seconds
  FROM casino_job WHERE state IN ('queued', 'running')
"""  # noqa: S608 -- no value is in it

_ALARMS: Final = """
SELECT count(*) AS casino_alarms_unseen,
       coalesce(extract(epoch FROM now() - min(at)), 0) AS casino_alarm_unseen_seconds
  FROM casino_securityevent WHERE seen_at IS NULL AND kind IN ('admin', 'misses', 'role', 'terms')
"""

WORK: Final = Watch(
    gauges={
        "casino_jobs_waiting": N_("Jobs waiting for a worker"),
        "casino_jobs_running": N_("Jobs in progress"),
        "casino_job_waiting_seconds": N_("Longest wait of a job"),
        "casino_job_silent_seconds": N_("Longest silence of a running job"),
        "casino_background_silent_seconds": N_(
            "Time since a worker last ran a scheduled task, or since the installation"
        ),
        "casino_alarms_unseen": N_("Alarms at /security/ that nobody has looked at"),
        "casino_alarm_unseen_seconds": N_("Longest wait of such an alarm"),
    },
    read=lambda: {**row(_WORK), **row(_ALARMS)},
    alarms=(
        Alarm(
            "BackgroundSilent",
            "casino_background_silent_seconds",
            5 * _MINUTE,
            N_("Nothing has run in the background for five minutes: beat, worker or broker has stopped."),
        ),
        Alarm(
            "JobsWait",
            "casino_job_waiting_seconds",
            15 * _MINUTE,
            N_("A job has been waiting for a quarter of an hour."),
        ),
        Alarm(
            "JobStuck", "casino_job_silent_seconds", 30 * _MINUTE, N_("A job has made no progress for half an hour.")
        ),
        Alarm(
            "AlarmUnseen",
            "casino_alarm_unseen_seconds",
            24 * _HOUR,
            N_("An alarm at /security/ has gone unchecked for a day."),
            tonight=False,
        ),
    ),
)
