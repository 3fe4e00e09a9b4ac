# Everything runs in .venv, which the first command makes. `make help` lists the commands.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENT := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/src/generated/*' \
  -not -path 'web/screenshots/*' -not -path '*/__pycache__/*')
SOURCES := $(shell find src -name '*.py' -o -name '*.md') $(CLIENT) setup.py pyproject.toml MANIFEST.in

# The Node of the development tools: nothing has to be on the machine.
NPM := PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm --prefix web --no-update-notifier

# What is around the rules is never compiled, so it is tried once, as installed: commands, houses, databases, browsers.
ONCE := -m "not once" $(addprefix --ignore=tests/,cli cluster kill server store table web)

# Which tests take longest is told at the end.
SLOW := --durations=25 --durations-min=4

.PHONY: help play test lint style contract web screenshots golden soak bench ladder picture lock clean always

help: ## list the commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

play: $(VENV)/installed ## set everything up, open the house and a browser in it
	@$(BIN)/zashiki

test: lint $(VENV)/chromium ## check the code and run all tests in both lanes
	ZASHIKI_EXPECT_LANE=interpreted PYTHONPATH=src $(BIN)/python -m pytest -n auto $(SLOW) $(ONCE)
	ZASHIKI_EXPECT_LANE=compiled $(BIN)/python -m pytest -n auto $(SLOW)
	$(NPM) run test

# Native code takes one core some minutes: meanwhile the other one looks at the Python. Types are noted apart, because the
# compiler notes them, too.
lint: ## types, style and the direction of imports
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/installed style
	@$(MAKE) --no-print-directory web/node_modules/.package-lock.json
	$(NPM) run check

style: $(VENV)/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --cache-dir=.mypy_cache/style
	PYTHONPATH=src $(BIN)/lint-imports

contract: $(VENV)/run ## write down for the client what it knows of the house: messages, sentences, games
	PYTHONPATH=src $(BIN)/python web/contract.py

web: $(VENV)/dev ## build the client alone, into web/dist (see ZASHIKI_CLIENT in docs/hosting.md)
	$(BIN)/python web/build.py web/dist

screenshots: $(VENV)/installed $(VENV)/dev $(VENV)/chromium ## a picture of every screen, into web/screenshots
	$(BIN)/python web/screenshots.py

golden: $(VENV)/dev ## write the golden transcripts anew (then read the diff)
	PYTHONPATH=src:tests $(BIN)/python tests/transcripts.py
	PYTHONPATH=src:tests $(BIN)/python tests/research/playthroughs.py

soak: $(VENV)/installed $(VENV)/dev ## a night's worth: 10,000 random games of every game, seats and option
	PYTHONPATH=tests $(BIN)/python tests/soak.py

bench: $(VENV)/installed $(VENV)/bench $(VENV)/dev $(VENV)/chromium ## measure speed: beside other libraries, the server, the client
	$(BIN)/python bench/speed.py --all-seats --write bench/speed.md
	$(BIN)/python bench/search.py --write bench/search.md
	$(BIN)/python bench/levels.py --write bench/levels.md
	$(BIN)/python bench/batch.py --write bench/batch.md
	$(BIN)/python bench/peers.py --write bench/results.md
	$(BIN)/python bench/exact.py --write bench/exact.md
	$(BIN)/python bench/sizes.py --write docs/research.md
	$(BIN)/python bench/server.py --write bench/server.md
	$(BIN)/python bench/web.py --write bench/web.md

ladder: $(VENV)/installed ## measure the strength of the bots, level by level (hours; goes on where it stopped)
	$(BIN)/python bench/ladder.py

picture: $(VENV)/run ## draw the picture of a game in the terminal anew
	PYTHONPATH=src $(BIN)/python docs/images/picture.py

COMPILE = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
  --no-emit-index-url --no-emit-find-links --no-annotate pyproject.toml

lock: | $(BIN)/python ## renew the lock files from pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) -o requirements/run.txt
	$(COMPILE) -c requirements/run.txt --group dev --extra cluster --extra openspiel --extra pettingzoo -o requirements/dev.txt
	$(COMPILE) -c requirements/run.txt --extra bench -o requirements/bench.txt

clean: ## remove everything that was made
	rm -rf $(VENV) build dist src/*.egg-info web/node_modules web/dist web/src/generated

$(BIN)/python:
	@echo "Setting up .venv …"
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Zashiki needs Python 3.11 or newer"'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run: requirements/run.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	@touch $@

$(VENV)/dev: requirements/dev.txt $(VENV)/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# The browser of the tests: the one that is there, or Debian's.
$(VENV)/chromium: | $(BIN)/python
	@command -v chromium chromium-browser google-chrome > /dev/null || { \
	  echo "Installing Chromium for the browser tests …"; \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq --no-install-recommends chromium > /dev/null; } || { \
	  echo "The tests need Chromium: install it so that \`chromium\` is found, then run this again." >&2; exit 1; }
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json web/package.json $(VENV)/dev
	$(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(VENV)/bench: requirements/bench.txt $(VENV)/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@

# The names of all sources: a file that was removed must not stay installed.
$(VENV)/sources: always | $(BIN)/python
	@echo $(sort $(SOURCES)) | cmp -s - $@ || echo $(sort $(SOURCES)) > $@

# The package as its users get it: compiled where there is a C compiler.
$(VENV)/installed: $(SOURCES) $(VENV)/sources $(VENV)/run
	@echo "Building the package: the client for browsers and, where there is a C compiler, the rules as native code."
	@echo "That takes about three minutes."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall .
	@touch $@
