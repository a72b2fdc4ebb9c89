"""What every worker would do by itself in a fresh clone, done once before they start.

Python compiles each module at its first import, pytest rewrites the asserts of each test file, and both keep what they
made; workers that begin together would all do all of it.  The database's template is migrated beside, so that none of
them waits for it.
"""

import compileall
import gc
import os
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from _pytest.pathlib import fnmatch_ex
from pytest_django.plugin import blocking_manager_key

from casino import environment
from tests import databases
from tests.rooms import PACKAGES

_FORKED = get_context("fork")
CORES = os.cpu_count() or 1


def stale(config: pytest.Config) -> list[Path]:
    """The test files whose rewritten asserts are not kept, or not as they are now."""
    return [path for path in _collected(config) if not _is_kept(config, path)]


def write_bytecode(config: pytest.Config) -> None:
    """Rewrite the stale test files and compile all other modules, on all cores."""
    if sys.dont_write_bytecode:
        return
    rewritten, compiled = stale(config), _imported(config)
    working = [
        _FORKED.Process(target=_write, args=(config, rewritten[core::CORES], compiled[core::CORES]))
        for core in range(CORES)
    ]
    for process in working:
        process.start()
    for process in working:
        process.join()


def make_template(config: pytest.Config) -> None:
    """Begin to make the database's template, where it is missing; a worker that is there first waits for it."""
    _FORKED.Process(target=_make_template, args=(config,)).start()


def _make_template(config: pytest.Config) -> None:
    with config.stash[blocking_manager_key].unblock():
        databases.kept()


def _collected(config: pytest.Config) -> list[Path]:
    patterns = [*config.getini("python_files"), "conftest.py"]
    files = (environment.ROOT / "tests").rglob("*.py")
    return [path for path in files if any(fnmatch_ex(pattern, path) for pattern in patterns)]


def _imported(config: pytest.Config) -> list[Path]:
    """Our modules that pytest does not rewrite."""
    files = {path for package in (*PACKAGES, "tests") for path in (environment.ROOT / package).rglob("*.py")}
    return sorted(files.difference(_collected(config)))


def _place(path: Path) -> Path:
    return rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"


def _is_kept(config: pytest.Config, path: Path) -> bool:
    return rewrite._read_pyc(path, _place(path), config.stash[rewrite.assertstate_key].trace) is not None


def _write(config: pytest.Config, rewritten: list[Path], compiled: list[Path]) -> None:
    gc.disable()  # syntax trees are many objects and no garbage, and this process ends after them
    for path in compiled:
        compileall.compile_file(path, quiet=2)  # an error of syntax is told by whoever imports the file
    for path in rewritten:
        rewrite.try_makedirs(rewrite.get_cache_dir(path))
        source_hash, code = rewrite._rewrite_test(path, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, source_hash, _place(path))
