# `make` sets up Tablée and opens the table; `make test` sets up and runs every test.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev
PEERS := .venv-bench

# Bytecode is written at the first import, so that every later process starts faster.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: console play quick test browser check bench pictures screens docs lock clean
console: $(READY)
	@$(BIN)/tablee serve || test $$? -eq 130

play: $(READY)
	@$(BIN)/tablee play

# Modules are compiled when they are first imported: most of those installed never are.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile --no-deps

$(READY): requirements.lock pyproject.toml hatch_build.py
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Il faut Python 3.11 ou plus récent. / Python 3.11 or later is needed." >&2; exit 1; }
	@echo "Installation dans $(VENV) : moins d’une minute, la première fois. / Setting up: less than a minute."
	@python3 -m venv $(VENV)
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-build-isolation -e .
	@touch $(READY)

$(DEV): $(READY) requirements-dev.lock
	@echo "Installing the tools of developers: a minute, the first time."
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $(DEV)

# Style, types, and the tests of what changed since `main`, in less than a minute; `make quick
# GAME=eclats` checks one game.
quick: $(DEV)
	@$(BIN)/python -m tests.kit.quick $(GAME)

# Linter, format, types, layers, unused code and dependencies, then the tests (their line comes last).
# Each worker takes a half of them in order, so that most servers and browsers start in one only.
test: check browser
	$(BIN)/pytest -n auto --dist worksteal

# The tests of the pages run in a real Chromium: installed where that may be done, asked for elsewhere.
# Debian's package without windows is smaller and takes two thirds of the time.
APT_INSTALL := DEBIAN_FRONTEND=noninteractive apt-get install -qq -y
browser:
	@for name in $${CHROMIUM:-chromium-headless-shell chromium google-chrome}; do \
		command -v "$$name" >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && \
		{ $(APT_INSTALL) chromium-headless-shell || $(APT_INSTALL) chromium; } >/dev/null; \
	else \
		echo "The browser tests need Chromium: install it, or set CHROMIUM to its path." >&2; exit 1; \
	fi

check: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/deptry .
	$(BIN)/vulture

# The kept benchmark: the same laws by Tablée and by its peers, one table with the ratios; and runs
# one after another beside the same exchange written by hand; and samples beside a numba kernel.
bench: $(DEV) $(PEERS)/.ready
	PYTHONPATH=src $(PEERS)/bin/python -m bench
	PYTHONPATH=src $(PEERS)/bin/python -m bench.sampling
	$(BIN)/python -m bench.exchanges

$(PEERS)/.ready: bench/requirements.lock
	python3 -m venv $(PEERS)
	$(PEERS)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r bench/requirements.lock
	touch $(PEERS)/.ready

pictures: $(DEV)
	$(BIN)/python -m docs.pictures

# The kept screenshots of the console and of the table.
screens: $(DEV) browser
	$(BIN)/python -m docs.screens

# The documentation in both languages, into site/ (open site/index.html).
docs: $(DEV)
	$(BIN)/python -m docs.building

COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --quiet
# The scripts of htmx come in django-htmx; the packages it depends on are not used.
NOT_NEEDED := --no-emit-package django --no-emit-package asgiref --no-emit-package sqlparse
# Needs `uv` (pip install uv): writes the lock files, with hashes and without any host.
lock:
	$(COMPILE) --extra all --group build $(NOT_NEEDED) -o requirements.lock
	$(COMPILE) --all-extras --group dev $(NOT_NEEDED) -c requirements.lock -o requirements-dev.lock
	$(COMPILE) --group bench -o bench/requirements.lock

clean:
	rm -rf $(VENV) $(PEERS)
