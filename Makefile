# Developers' short-cuts. None is needed to run the house or its tests: see README.md.
.DEFAULT_GOAL := help
.PHONY: help setup run demo test check checked fast faults format lint types imports migrations schema ship messages docs bench screenshots lock audit

PYTHON := .venv/bin/python

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

setup: ## make .venv with everything in it, and the hooks
	python3 manage.py setup
	@if [ -d .git ]; then $(PYTHON) -m pre_commit install; fi

run: ## run the whole house: http://127.0.0.1:8000/
	python3 manage.py up

demo: ## play the demo evening into the database
	python3 manage.py demo

test: ## the gate's tests; ALL=1 adds the release lane
	python3 manage.py test $(if $(ALL),--all)

check: ## the gate as CI runs it: format, lint, types, imports, migrations, tests; ALL=1 adds the release lane
	bash .ci/run $(if $(ALL),all)

checked: ## whether the check passed on the tree of HEAD
	@.ci/checked

fast: ## between two saves: format, lint, types, imports, the tests closest to the change
	$(PYTHON) -m ruff format --check --quiet .
	$(PYTHON) -m ruff check --quiet .
	.venv/bin/djangofmt --check --quiet templates
	$(PYTHON) -m mypy
	.venv/bin/lint-imports >/dev/null
	$(PYTHON) -m pytest -q -n 2 -m "not release and not services" tests/test_tidy.py $$($(PYTHON) -m tests.changed)

faults: ## plant mistakes in a copy of the code and count how many the tests find
	$(PYTHON) tests/plant_faults.py

format: ## lay out the code and the templates
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix-only --quiet .
	.venv/bin/djangofmt --quiet templates

lint: ## what reads badly, goes wrong or is unsafe
	$(PYTHON) -m ruff check .
	.venv/bin/djangofmt --check templates

types: ## mypy, strict
	$(PYTHON) -m mypy

imports: ## the arrows between the packages and layers
	.venv/bin/lint-imports

migrations: ## models and migrations agree
	$(PYTHON) manage.py makemigrations --check --dry-run

schema: ## update the kept database and API (casino/schema.txt, tests/schema.yaml) after an intended change
	WRITE_SCHEMA=1 $(PYTHON) -m pytest -q tests/test_schema.py
	$(PYTHON) manage.py spectacular --lang en --file tests/schema.yaml

ship: ## at a release: its new migrations never change from now on (tests/shipped_migrations.txt)
	$(PYTHON) -m tests.shipped_migrations

CATALOGUE := casino/locale/de/LC_MESSAGES/django.po
messages: ## gather the texts for translation in a fixed order (needs gettext)
	$(PYTHON) manage.py makemessages --locale de --no-location --no-obsolete --no-wrap --ignore tests
	msgattrib --sort-output --no-wrap --no-obsolete --output-file=$(CATALOGUE) $(CATALOGUE)
	sed -i.bak '/^"POT-Creation-Date/d; /^"Report-Msgid-Bugs-To/d' $(CATALOGUE) && rm $(CATALOGUE).bak

docs: ## the documentation as a site, with its search: .state/site/index.html
	$(PYTHON) -m zensical build --strict

bench: ## the figures of this machine
	python3 manage.py bench

screenshots: ## take the README's pictures again
	$(PYTHON) manage.py screenshots

# `uv.lock` names addresses of package indexes and is not committed; what is committed has pins, hashes and markers alone.
UV := $(shell command -v uv || echo .venv/bin/uv)
EXPORT := $(UV) export --frozen --quiet --no-emit-project --no-header
lock: ## pin again what pyproject.toml asks for (needs uv; UPGRADE=1 takes newer releases)
	$(UV) lock --quiet $(if $(UPGRADE),--upgrade)
	$(EXPORT) --no-dev --output-file requirements.lock.txt >/dev/null
	$(EXPORT) --no-dev --extra embedded --output-file requirements-embedded.lock.txt >/dev/null
	$(EXPORT) --no-dev --extra traces --output-file requirements-traces.lock.txt >/dev/null
	$(EXPORT) --extra embedded --extra traces --output-file requirements-dev.lock.txt >/dev/null
	@if grep -n '://' requirements*.lock.txt; then echo 'a lock file names an address' >&2; exit 1; fi

# `--strict`: a package that the service does not know is a failure, since nobody has looked at it.
audit: ## ask a public database for known faults of the pinned packages (needs uv and the internet; not in the gate)
	$(UV) tool run pip-audit@2.10.1 --strict --disable-pip --require-hashes --requirement requirements-dev.lock.txt
