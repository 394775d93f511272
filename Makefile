.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Outremer needs Python 3.11 or newer; say which with: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

setup: $(STAMP) ## set everything up in .venv

play: setup ## open the program
	@$(BIN)/outremer

test: setup ## all tests
	$(BIN)/pytest

lint: setup ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup ## speed, against yardsticks measured in the same run
	$(BIN)/python -m bench

soak: setup ## thousands of random games, every invariant checked (long)
	$(BIN)/python -m bench.soak

pictures: setup ## the pictures of the README, drawn anew
	$(BIN)/python -m tui.pictures docs/pictures

.PHONY: help setup play test lint bench soak pictures
