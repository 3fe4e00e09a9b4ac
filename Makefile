# Everything runs in .venv, which the first command makes. `make help` lists the commands.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.md') setup.py pyproject.toml

# Houses of many processes, killed and restarted: nothing of theirs is compiled, so they are tried once, as installed.
ONCE := --ignore=tests/cluster --ignore=tests/kill

.PHONY: help play test lint golden soak bench ladder picture lock clean always

help: ## list the commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

play: $(VENV)/installed ## set everything up and start a game in the terminal
	@$(BIN)/zashiki play

test: lint ## check the code and run all tests in both lanes
	ZASHIKI_EXPECT_LANE=interpreted PYTHONPATH=src $(BIN)/python -m pytest -n auto $(ONCE)
	ZASHIKI_EXPECT_LANE=compiled $(BIN)/python -m pytest -n auto

lint: $(VENV)/installed $(VENV)/dev ## types, style and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

golden: $(VENV)/dev ## write the golden transcripts anew (then read the diff)
	PYTHONPATH=src:tests $(BIN)/python tests/transcripts.py

soak: $(VENV)/installed $(VENV)/dev ## a night's worth: 10,000 random games of every game, seats and option
	PYTHONPATH=tests $(BIN)/python tests/soak.py

bench: $(VENV)/installed $(VENV)/bench $(VENV)/dev ## measure speed against OpenSpiel in one run, and the server
	$(BIN)/python bench/speed.py --all-seats --write bench/speed.md
	$(BIN)/python bench/search.py --write bench/search.md
	$(BIN)/python bench/levels.py --write bench/levels.md
	$(BIN)/python bench/server.py --write bench/server.md

ladder: $(VENV)/installed ## measure the strength of the bots, level by level (hours; goes on where it stopped)
	$(BIN)/python bench/ladder.py

picture: $(VENV)/run ## draw the picture of the README anew
	PYTHONPATH=src $(BIN)/python docs/images/picture.py

COMPILE = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
  --no-emit-index-url --no-emit-find-links --no-annotate pyproject.toml

lock: | $(BIN)/python ## renew the lock files from pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) -o requirements/run.txt
	$(COMPILE) -c requirements/run.txt --group dev --extra cluster -o requirements/dev.txt
	$(COMPILE) -c requirements/run.txt --extra bench -o requirements/bench.txt

clean: ## remove everything that was made
	rm -rf $(VENV) build dist src/*.egg-info

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

$(VENV)/bench: requirements/bench.txt $(VENV)/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@

# The names of all sources: a file that was removed must not stay installed.
$(VENV)/sources: always | $(BIN)/python
	@echo $(sort $(SOURCES)) | cmp -s - $@ || echo $(sort $(SOURCES)) > $@

# The package as its users get it: compiled where there is a C compiler.
$(VENV)/installed: $(SOURCES) $(VENV)/sources $(VENV)/run
	@echo "Building the package; where there is a C compiler the rules become native code, which takes about two minutes."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall .
	@touch $@
