"""What imports cannot say: sizes, names, and the one place for each thing that must have one place.

Every rule of `tidy_rules.py` is shown a file that breaks it before it judges ours.
"""

import re
from pathlib import Path

import pytest
from django.apps import apps

from tests.tidy_rules import (
    FLOATS,
    KEPT_IN_A_SESSION,
    LONG_FILES,
    LONG_FUNCTIONS,
    LONGEST_FILE,
    REGISTRIES,
    ROOT,
    Rule,
    Source,
    cents_divided_in_one_place,
    documented_modules,
    functions,
    games_named_in_the_rules,
    gettext_alone_is_called_underscore,
    hands_ranked_in_one_place,
    locks_in_one_place,
    no_signals,
    nothing_kept_in_a_session,
    one_writer_of_the_ledger,
    patient_tests,
    short_files,
    short_functions,
    sources,
    tracked,
    trees_forgotten_after_a_module,
    views_that_extend_their_base,
    whole_numbers_in_pure_code,
    whole_numbers_in_tables,
)

pytestmark = pytest.mark.source

BROKEN: list[tuple[Rule, str, str]] = [
    (short_files, "casino/long.py", "x = 1\n" * 501),
    (short_functions, "casino/long.py", "class A:\n    def f():\n" + "        x = 1\n" * 40),
    (short_functions, "tests/long.py", 'def f():\n    """One\n\n    two.\n    """\n' + "    x = 1\n" * 40),
    (documented_modules, "tests/test_x.py", "x = 1\n"),
    (one_writer_of_the_ledger, "tables/play/services/x.py", "from accounting.models import Entry\nEntry(number=1)"),
    (
        one_writer_of_the_ledger,
        "tables/play/services/x.py",
        "from accounting.models import Place\nPlace.objects.filter(pk=1).update(a=1)",
    ),
    (
        one_writer_of_the_ledger,
        "accounting/reports/services/x.py",
        "SQL = 'WITH a AS (INSERT\\n INTO accounting_transfer VALUES (1)) SELECT 1'",
    ),
    (
        one_writer_of_the_ledger,
        "accounting/reports/services/x.py",
        "cursor.execute(f'delete from accounting_entry where id = {x}')",
    ),
    (locks_in_one_place, "tables/play/services/x.py", "Hand.objects.select_for_update().get()"),
    (locks_in_one_place, "tables/play/services/x.py", "SQL = 'SELECT 1 FROM tables_hand FOR NO KEY UPDATE'"),
    (cents_divided_in_one_place, "tables/rules/x.py", "x = self.pot_cents // 2"),
    (cents_divided_in_one_place, "tables/rules/x.py", "x = row['pot_cents'] / 2"),
    (cents_divided_in_one_place, "tables/rules/x.py", "pot_cents %= 2"),
    (cents_divided_in_one_place, "tables/rules/x.py", "divmod(pot_cents, 3)"),
    *(
        (nothing_kept_in_a_session, "casino/services/x.py", f"cursor.execute({statement!r})")
        for statement in (
            "SELECT pg_advisory_lock(1)",
            "SELECT pg_try_advisory_lock_shared(1, 2)",
            "SELECT set_config('lock_timeout', %s, false)",
            "SET lock_timeout = '2s'",
            "SET SESSION ROLE somebody",
            "LISTEN news",
            "CREATE TEMPORARY TABLE x (id int)",
            "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
            "SELECT currval('x_id_seq')",
        )
    ),
    (no_signals, "casino/x.py", "from django.db.models import signals"),
    (no_signals, "casino/x.py", "from django.dispatch import receiver"),
    (no_signals, "casino/x.py", "from django.db.models.signals import post_save"),
    (whole_numbers_in_pure_code, "tables/rules/x.py", "x = float(3)"),
    (whole_numbers_in_pure_code, "accounting/policy/x.py", "x = 0.5"),
    (whole_numbers_in_pure_code, "accounting/policy/x.py", "from decimal import Decimal"),
    (whole_numbers_in_pure_code, "tables/rules/x.py", "x = a / b"),
    (whole_numbers_in_tables, "accounting/models/x.py", "rate = models.DecimalField()"),
    (hands_ranked_in_one_place, "tables/play/services/x.py", "import phevaluator"),
    (games_named_in_the_rules, "tables/board/pages/x.py", "if game.variant == Game.Variant.OMAHA: pass"),
    (games_named_in_the_rules, "tables/models/games.py", "if game.variant == Variant.TEXAS: pass"),
    (games_named_in_the_rules, "accounting/x.py", 'if variant.startswith("omaha_"): pass'),
    (gettext_alone_is_called_underscore, "casino/x.py", "from casino.errors import N_ as _"),
    (gettext_alone_is_called_underscore, "casino/x.py", "def _(text): return text"),
    (gettext_alone_is_called_underscore, "casino/x.py", "x = [1 for _ in range(3)]"),
    (
        views_that_extend_their_base,
        "tables/x.py",
        "class A:\n    def get_context_data(self, **kwargs):\n        return {}",
    ),
    (patient_tests, "tests/x.py", "assert until(lambda: True, 5)"),
    (patient_tests, "tests/x.py", "process.wait(20.0)"),
    (patient_tests, "tests/browser/x.py", "expect(page).to_have_url('/', timeout=5_000)"),
    (trees_forgotten_after_a_module, "tests/x.py", "import ast\nfrom functools import cache"),
    (trees_forgotten_after_a_module, "tests/x.py", "import ast\nfrom functools import lru_cache as cache"),
]
RULES = list(dict.fromkeys(rule for rule, _path, _text in BROKEN))


@pytest.mark.parametrize(("rule", "path", "text"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
def test_the_rule_sees_a_file_that_breaks_it(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Source.of(path, text)))


KEPT: list[tuple[Rule, str, str]] = [
    (locks_in_one_place, "casino/services/x.py", "Job.objects.select_for_update(skip_locked=True).first()"),
    (locks_in_one_place, "casino/services/x.py", "'SELECT 1 FROM casino_job FOR UPDATE SKIP LOCKED'"),
    (short_functions, "casino/x.py", 'def f():\n    """' + "One.\n" * 50 + '    """\n' + "    x = 1\n" * 39),
    (
        one_writer_of_the_ledger,
        "tables/play/services/x.py",
        "from accounting.models import Entry\nEntry.objects.filter(pk=1).first()",
    ),
    (one_writer_of_the_ledger, "tables/play/services/x.py", "from tables.models import Place\nPlace(1)"),
    (locks_in_one_place, "tables/play/services/x.py", "'''A seat waits for update of its stack.'''"),
    (nothing_kept_in_a_session, "casino/services/x.py", "'SELECT pg_advisory_xact_lock(%s, 0)'"),
    (nothing_kept_in_a_session, "casino/services/x.py", "'SET LOCAL lock_timeout = 5'"),
    (nothing_kept_in_a_session, "casino/services/x.py", "'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'"),
    (nothing_kept_in_a_session, "casino/services/x.py", "'''UPDATE x\n   SET seat = 1'''"),
    (cents_divided_in_one_place, "casino/x.py", "'%d cents' % pot_cents"),
    (cents_divided_in_one_place, "casino/x.py", "x = players // 2"),
    (whole_numbers_in_pure_code, "casino/x.py", "timeout = 0.5"),
    (games_named_in_the_rules, "tables/models/games.py", 'TEXAS = "texas", "Texas Hold\'em"'),
    (games_named_in_the_rules, "tables/rules/x.py", "Variant.TEXAS"),
    (gettext_alone_is_called_underscore, "casino/x.py", "from django.utils.translation import gettext_lazy as _"),
    (gettext_alone_is_called_underscore, "casino/x.py", "match x:\n    case _:\n        pass"),
    (
        views_that_extend_their_base,
        "tables/x.py",
        "class A:\n    def get_form_kwargs(self):\n        return super().get_form_kwargs()",
    ),
    (patient_tests, "casino/x.py", "process.wait(20.0)"),
    (patient_tests, "tests/x.py", "until(lambda: True, PATIENCE_S, pause=0.1); ', '.join('ab')"),
    (trees_forgotten_after_a_module, "tests/x.py", "from functools import cache"),
    (trees_forgotten_after_a_module, "tests/x.py", "import ast\nfrom functools import cached_property"),
]


@pytest.mark.parametrize(("rule", "path", "text"), KEPT, ids=lambda value: getattr(value, "__name__", None))
def test_the_rule_lets_pass_what_only_looks_like_it(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Source.of(path, text))) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_our_files_keep_the_rule(rule: Rule) -> None:
    assert [complaint for source in sources() for complaint in rule(source)] == []


def test_no_function_of_the_database_keeps_anything_in_a_session() -> None:
    schema = (ROOT / "casino" / "schema.txt").read_text(encoding="utf-8")
    assert "pg_advisory_xact_lock_shared" in schema
    assert [found[0] for found in KEPT_IN_A_SESSION.finditer(schema)] == []


def test_an_exception_is_still_needed() -> None:
    """A reason that stands here for a thing that has become short is dead."""
    known = {source.path: source for source in sources()}
    needed = {path for path in LONG_FILES if path in known and known[path].text.count("\n") > LONGEST_FILE}
    assert needed == set(LONG_FILES)
    names = {f"{source.path}:{name}" for source in known.values() for name, _node in functions(source.tree)}
    assert set(LONG_FUNCTIONS) | set(FLOATS) <= names | set(known)


def test_no_file_names_a_package_index() -> None:
    """Pins and hashes are portable; an address is somebody's."""
    named = [
        f"{name}: {host}" for name in tracked() for host in REGISTRIES if host.encode() in (ROOT / name).read_bytes()
    ]
    assert named == []


def test_lock_files_hold_pins_and_hashes_and_no_address() -> None:
    locks = sorted(ROOT.glob("requirements*.lock.txt"))
    assert len(locks) == 4
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        assert "--hash=sha256:" in text
        wanted = [line for line in text.splitlines() if line and line[0] not in " #"]
        assert [line for line in wanted if not re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.!+]+ ", line)] == []


def test_every_template_is_used() -> None:
    """A template is named by a view or another template, or takes the place of a package's."""
    templates = [name for name in tracked() if "templates/" in name and name.endswith((".html", ".txt", ".svg"))]
    texts = [
        (ROOT / name).read_text(encoding="utf-8")
        for name in tracked()
        if name.endswith((".py", ".html")) and "tests/" not in name
    ]
    others = [
        Path(app.path) / "templates"
        for app in apps.get_app_configs()
        if not Path(app.path).is_relative_to(ROOT / app.label)
    ]
    by_status = {"400.html", "403.html", "404.html", "500.html", "403_csrf.html"}
    dead = []
    for template in templates:
        name = template.split("templates/", 1)[1]
        if (
            name not in by_status
            and not any((folder / name).exists() for folder in others)
            and not any(name in text for text in texts)
        ):
            dead.append(template)
    assert dead == []


def test_the_gate_of_developers_is_the_gate_of_ci() -> None:
    """`make check` runs CI's script, which runs one of the commands that README names, and none after it."""
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^check:.*\n\tbash \.ci/run \$\(if \$\(ALL\),all\)$", makefile, re.MULTILINE)
    assert re.findall(r"manage\.py test.*", script) == ['manage.py test "${options[@]}"']
    assert "gate) options=() ;; all) options=(--all) ;;" in script
    assert "set -euo pipefail" in script
