"""The settings of the workers under test: they also know the tests' own kind of job."""

from casino.settings.testing import *  # noqa: F403

JOB_KINDS = {"stay": "tests.casino.worker_tasks.STAY"}
