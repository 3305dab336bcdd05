# `make` sets up Tablée and opens the table; `make test` sets up and runs every test.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := .venv-bench

.PHONY: console play test browser check bench pictures screens docs lock clean
console: $(READY)
	@$(BIN)/tablee serve || test $$? -eq 130

play: $(READY)
	@$(BIN)/tablee play

$(READY): requirements.lock pyproject.toml hatch_build.py
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Il faut Python 3.11 ou plus récent. / Python 3.11 or later is needed." >&2; exit 1; }
	@echo "Installation dans $(VENV) : une minute environ, la première fois. / Setting up, about a minute."
	@python3 -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $(READY)

# Linter, format, types, layers, unused code and dependencies, then the tests (their line comes last).
test: check browser
	$(BIN)/pytest -n auto

# The tests of the pages run in a real Chromium: installed where that may be done, asked for elsewhere.
browser:
	@command -v "$${CHROMIUM:-chromium}" >/dev/null || command -v google-chrome >/dev/null || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium >/dev/null; \
	else \
		echo "The browser tests need Chromium: install it, or set CHROMIUM to its path." >&2; exit 1; \
	fi

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/deptry .
	$(BIN)/vulture

# The kept benchmark: the same laws by Tablée and by its peers, one table with the ratios; and runs
# one after another beside the same exchange written by hand.
bench: $(READY) $(PEERS)/.ready
	PYTHONPATH=src $(PEERS)/bin/python -m bench
	$(BIN)/python -m bench.exchanges

$(PEERS)/.ready: bench/requirements.lock
	python3 -m venv $(PEERS)
	$(PEERS)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r bench/requirements.lock
	touch $(PEERS)/.ready

pictures: $(READY)
	$(BIN)/python -m docs.pictures

# The kept screenshots of the console and of the table.
screens: $(READY) browser
	$(BIN)/python -m docs.screens

# The documentation in both languages, into site/ (open site/index.html).
docs: $(READY)
	$(BIN)/python -m docs.building

COMPILE := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
# django-htmx is here for the two script files that it carries; what it asks for is not used.
NOT_NEEDED := --no-emit-package django --no-emit-package asgiref --no-emit-package sqlparse
# Needs `uv` (pip install uv): writes the lock files, with hashes and without any host.
lock:
	uv pip compile pyproject.toml --group dev $(COMPILE) $(NOT_NEEDED) -o requirements.lock
	uv pip compile pyproject.toml --group bench $(COMPILE) -o bench/requirements.lock

clean:
	rm -rf $(VENV) $(PEERS)
