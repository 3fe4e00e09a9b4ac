# Everything runs in .venv, which the first command creates. `make help` lists the commands.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Node comes with the development tools and need not be installed on the machine.
NPM := PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm --prefix web --no-update-notifier

# Cache bytecode even if the environment disables it: otherwise every process recompiles hundreds of modules.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play test quick night lint packages contract web screenshots golden soak bench ladder image picture wheel licences docs lock clean always

help: ## list the commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

play: ## set everything up, start the server and open a browser
	@$(PYTHON) scripts/play.py

test: packages ## check the code and run all tests in both lanes
	@$(BIN)/python scripts/suite.py

lint: packages ## types, style and import directions, including the client
	@$(BIN)/python scripts/suite.py lint types client

quick: $(VENV)/dev ## within a minute: lint, types and the tests affected by the change (ARGS="--base main", --all, --budget)
	@$(BIN)/python scripts/quick.py $(ARGS)

night: $(VENV)/installed $(VENV)/dev ## random play, models, kills, power cuts and fuzzing for an hour, with a report (ARGS="--minutes 480")
	@$(BIN)/python scripts/night.py $(ARGS)

contract: $(VENV)/run ## regenerate the client's contract: messages, sentences, games
	PYTHONPATH=src $(BIN)/python web/contract.py
	PYTHONPATH=src $(BIN)/python docs/openapi.py

web: $(VENV)/dev ## build only the client, into web/dist (see ZASHIKI_CLIENT in docs/hosting.md)
	$(BIN)/python web/build.py web/dist

screenshots: $(VENV)/installed $(VENV)/dev $(VENV)/chromium ## take a screenshot of every screen, into web/screenshots
	$(BIN)/python web/screenshots.py

golden: $(VENV)/dev ## regenerate the golden transcripts (then read the diff)
	PYTHONPATH=src:tests $(BIN)/python tests/transcripts.py
	PYTHONPATH=src:tests $(BIN)/python tests/research/playthroughs.py

soak: $(VENV)/installed $(VENV)/dev ## a long run: 10,000 random games of every game, number of seats and option
	PYTHONPATH=tests $(BIN)/python tests/soak.py

bench: $(VENV)/installed $(VENV)/bench $(VENV)/dev $(VENV)/chromium ## measure speed: against other libraries, the server, the client
	$(BIN)/python bench/speed.py --all-seats --write bench/speed.md
	$(BIN)/python bench/search.py --write bench/search.md
	$(BIN)/python bench/levels.py --write bench/levels.md
	$(BIN)/python bench/batch.py --write bench/batch.md
	$(BIN)/python bench/peers.py --write bench/results.md
	$(BIN)/python bench/exact.py --write bench/exact.md
	$(BIN)/python bench/sizes.py --write docs/research.md
	$(BIN)/python bench/server.py --write bench/server.md
	$(BIN)/python bench/web.py --write bench/web.md

ladder: $(VENV)/installed ## measure the strength of the bots, level by level (hours; resumes where it stopped)
	$(BIN)/python bench/ladder.py

image: $(VENV)/run $(VENV)/dev ## build the image and play in it (Debian, as root, with Buildah and debootstrap)
	PYTHONPATH=tests $(BIN)/python -m deploy.try_image

picture: $(VENV)/run ## regenerate the picture of a game in the terminal
	PYTHONPATH=src $(BIN)/python docs/images/picture.py

wheel: $(VENV)/installed $(VENV)/release ## build and check an sdist and a wheel with native code and the client, into dist
	@$(BIN)/python scripts/distribution.py $(VENV)/wheel dist

licences: $(VENV)/run ## regenerate docs/licences.md from the lock files
	$(BIN)/python scripts/licences.py

docs: $(VENV)/docs ## build the documentation site, into site
	@$(BIN)/python docs/build.py site
	@echo "To read it: $(BIN)/python -m http.server --directory site, or $(BIN)/zashiki, at /docs/"

COMPILE = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
  --no-emit-index-url --no-emit-find-links --no-annotate pyproject.toml

lock: $(VENV)/run ## update the lock files from pyproject.toml
	echo uv | $(subst pyproject.toml,-,$(COMPILE)) -o requirements/uv.txt
	$(COMPILE) --extra server -o requirements/run.txt
	$(filter-out pyproject.toml,$(COMPILE)) -c requirements/run.txt --group docs -o requirements/docs.txt
	$(COMPILE) -c requirements/run.txt -c requirements/docs.txt --group dev --extra cluster --extra openspiel --extra pettingzoo -o requirements/dev.txt
	$(COMPILE) -c requirements/run.txt --extra bench -o requirements/bench.txt
	$(subst pyproject.toml,--group pyproject.toml:build,$(COMPILE)) -c requirements/dev.txt -o requirements/build.txt
	$(COMPILE) -c requirements/dev.txt --group release -o requirements/release.txt
	$(COMPILE) -c requirements/dev.txt --extra cluster -o requirements/cluster.txt

clean: ## remove all build products
	rm -rf $(VENV) build dist src/*.egg-info web/node_modules web/dist web/src/generated site

# Everything needed to build and test.
packages:
	@$(PYTHON) scripts/environment.py run build docs dev

# uv installs what the lock files name. Stamp files in .venv record what is installed.
GROUPS := run build docs dev bench release
$(addprefix $(VENV)/,$(GROUPS)): $(VENV)/%: requirements/%.txt
	@$(PYTHON) scripts/environment.py $*
	@touch $@
$(addprefix $(VENV)/,$(filter-out run,$(GROUPS))): | $(VENV)/run

# The tests' browser: an installed one, or else Debian's.
$(VENV)/chromium: | $(VENV)/run
	@command -v chromium chromium-browser google-chrome > /dev/null || { \
	  echo "Installing Chromium for the browser tests …"; \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq --no-install-recommends chromium > /dev/null; } || { \
	  echo "The tests need Chromium: install it so that \`chromium\` is found, then run this again." >&2; exit 1; }
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json web/package.json $(VENV)/dev
	$(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

# The package as users install it: compiled if there is a C compiler, and rebuilt only after a change.
$(VENV)/installed: always $(VENV)/run $(VENV)/build $(VENV)/docs
	@$(PYTHON) scripts/package.py
