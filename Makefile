# `make play` runs the game, `make test` runs the tests; both set up what they need by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NEW_ENOUGH := -c 'import sys; sys.exit(sys.version_info < (3, 11))'

.DEFAULT_GOAL := help
.PHONY: help play cabinet test lint bench gallery install upgrade uninstall bundle vm-test clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

play: $(VENV)/.installed ## run the game in a window (without a screen: one demonstration game)
	@$(BIN)/speed-cabinet play $(ARGS)

cabinet: $(VENV)/.installed ## run the whole cabinet, from attract on
	@$(BIN)/speed-cabinet cabinet $(ARGS)

test: $(VENV)/.installed-dev ## run all tests, with the linters and type checks
	@$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/.installed-dev ## run the linters and type checks alone
	@$(BIN)/python -m pytest -q tests/test_code_quality.py

bench: $(VENV)/.installed-dev ## run the benchmarks (they print ratios)
	@$(BIN)/python -m tests.bench $(ARGS)

gallery: $(VENV)/.installed-dev ## write pictures of every screen to build/gallery, in all shapes and languages
	@$(BIN)/python -m tests.gallery $(or $(ARGS),build/gallery)

install: ## on a Pi, with sudo: start the game at power-on (ARGS="--boot-config" for a quiet boot too)
	@systemd/install.sh install $(ARGS)

upgrade: ## on a Pi, with sudo: bring an installed game up to this version
	@systemd/install.sh upgrade $(ARGS)

uninstall: ## on a Pi, with sudo: take it away again (ARGS=--purge with the players' data)
	@systemd/install.sh uninstall $(ARGS)

bundle: ## gather in build/bundle what install needs without a network (ARGS="--bundle build/bundle")
	@$(PYTHON) systemd/bundle.py build/bundle $(ARGS)

vm-test: $(VENV)/.installed-dev ## as root: boot the cabinet in a virtual machine and try everything (an hour)
	@$(BIN)/python -m tests.vm $(ARGS)

clean: ## remove what the other commands made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# An environment that is there already, such as one with the system's packages on a Pi, is used as it is.
$(VENV)/.created:
	@$(BIN)/python $(NEW_ENOUGH) 2>/dev/null || { \
	  $(PYTHON) $(NEW_ENOUGH) 2>/dev/null || { \
	    echo "Speed Cabinet needs Python 3.11 or later as '$(PYTHON)'; found: $$($(PYTHON) --version 2>&1)."; \
	    echo "Install it (Debian, Raspberry Pi OS: sudo apt install python3), or name one:"; \
	    echo "  make $(MAKECMDGOALS) PYTHON=python3.12"; \
	    exit 1; }; \
	  $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	    echo "'$(PYTHON)' has no venv or pip module."; \
	    echo "Debian, Raspberry Pi OS, Ubuntu: sudo apt install python3-venv   (then run make again)"; \
	    exit 1; }; \
	  echo "Setting up $(VENV) ..."; \
	  rm -rf $(VENV) && $(PYTHON) -m venv $(VENV) || exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.created pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed
