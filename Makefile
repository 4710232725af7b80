# The front door. `make play` and `make test` need Python 3.11 or newer with venv, and make.

PYTHON ?= python3
UV     ?= uv
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
READY  := $(VENV)/.ready
DOCS   := $(VENV)/.docs-ready
COMPILE := $(UV) pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play table client test lint format soak bench docs golden killtest lock clean

help:     ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

setup: $(READY)   ## .venv with the locked tools and the package; quick when nothing changed

play: setup       ## Hagelberg in the terminal, against the random bot
	@$(BIN)/grognard play hagelberg

table: setup client  ## the table in the browser, on this machine
	@$(BIN)/grognard serve --open

client:           ## build the browser client; needs node and npm
	@command -v npm >/dev/null || { echo "npm is missing: install nodejs and npm, then make client"; exit 1; }
	@cd web && npm ci --no-audit --no-fund --silent && npm run build --silent && node scripts/install.mjs

test: lint        ## everything that must pass before a change lands
	@$(BIN)/python -m pytest -n auto -m "not soak" --doctest-modules tests src/grognard

lint: setup       ## ruff, format, mypy strict, import contracts, length of modules
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@find src -name '*.py' -exec wc -l {} + | awk '$$2 != "total" && $$1 > 400 \
		{ print $$2 ": " $$1 " lines" ($$1 > 600 ? ": split it (600 is the limit)" : ""); \
		  if ($$1 > 600) long = 1 } END { exit long }'

format: setup     ## let ruff put things in order
	@$(BIN)/ruff check --fix --quiet || true
	@$(BIN)/ruff format

soak: setup       ## thousands of random battles, every law checked at every state
	@$(BIN)/grognard soak --record bench/soak.md

killtest: setup   ## kill -9 at random: no acknowledged answer may be lost; the control must lose some
	@$(BIN)/python scripts/kill_test.py --kills 100 --answers 100000 --record bench/kill-test.jsonl
	@$(BIN)/python scripts/kill_test.py --postgres --kills 100 --answers 100000 --record bench/kill-test.jsonl
	@$(BIN)/python scripts/kill_test.py --control --kills 5 --answers 2000
	@$(BIN)/python scripts/kill_test.py --postgres --control --kills 5 --answers 2000

bench: setup      ## the benchmarks, as ratios to a reference measured in the same run
	@$(BIN)/grognard bench

docs: $(DOCS)     ## the documentation, in site/
	@$(BIN)/mkdocs build --strict --quiet

golden: setup     ## record the golden battles anew; review the difference by eye
	@$(BIN)/python -m pytest tests/golden --regenerate

lock:             ## new lock files from pyproject.toml; needs uv
	@$(COMPILE) --upgrade -o requirements/runtime.lock
	@$(COMPILE) --upgrade --extra dev -c requirements/runtime.lock -o requirements/dev.lock
	@$(COMPILE) --upgrade --extra docs -c requirements/dev.lock -o requirements/docs.lock

clean:            ## remove what was made here
	@rm -rf $(VENV) build dist site .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Grognard needs Python 3.11 or newer as $(PYTHON); choose one: make PYTHON=python3.12 ..." >&2; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments." \
			"On Debian and Ubuntu: apt install python3-venv" >&2; \
		exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)

$(READY): pyproject.toml requirements/dev.lock $(BIN)/python
	@echo "Setting up $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DOCS): requirements/docs.lock $(READY)
	@$(PIP) install --require-hashes -r requirements/docs.lock
	@touch $@
