# Every target sets up .venv first when it is missing or out of date.
# `make test ARGS="-k mob"` passes arguments on.

PYTHON ?= python3
# One more than the cores of a small machine: tests in the browser wait most of the time.
WORKERS ?= 3
ARGS ?=
AGENTS ?= random rules planner planner-tuned value
TIER ?= board
GAME ?= $(error Which game? Add GAME=..., such as $(patsubst docs/results/%.csv,GAME=%,$(wildcard docs/results/*.csv)))
# The newest one of the game.
BENCHMARK = $(basename $(notdir $(lastword $(sort $(wildcard configs/eval/$(GAME)-v*.yaml)))))

BIN := .venv/bin
BENCH := .venv-bench/bin
# Python compiles the few modules that are used when they are; pip would compile all, for a minute.
INSTALL := -m pip --disable-pip-version-check install --quiet --no-compile --constraint constraints.txt
# The package where it lies: that takes Hatchling alone, and pip on its own would install Numba a
# second time to build it.
HERE := --no-build-isolation --editable
SCHEMA := $(BIN)/check-jsonschema --quiet --builtin-schema
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# A test that hangs is named after a quarter of an hour, with where it hangs.
LIMIT := -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

# Containers often forbid it; then each of the many processes compiles PyTorch's modules anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo machine-code test test-quick test-text-frameworks properties judge coverage lint format types docs \
	docs-pages docs-serve docs-publish screenshots leaderboard bench bench-compare golden clean

help:  ## list the targets
	@grep -E '^[a-z -]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 24

setup: .venv/.set-up  ## create .venv with everything that training and the checks need

define VENV
	@$$(test -x $(1)/bin/python && echo $(1)/bin/python || echo $(PYTHON)) -c 'import sys; sys.exit(None if (3, 11) <= sys.version_info < (3, 14) else "Tablemates needs Python 3.11 to 3.13, and $(PYTHON) is %d.%d: choose one with make PYTHON=..." % sys.version_info[:2])'
	@echo "Setting up $(1); the first time this takes some minutes." >&2
	$(1)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(1)
endef

# torch goes first and alone: a build that is already installed (such as the CPU
# build) satisfies the constraint and stays.
.venv/.set-up: pyproject.toml constraints.txt
	$(call VENV,.venv)
	$(BIN)/python $(INSTALL) torch hatchling
	$(BIN)/python $(INSTALL) $(HERE) '.[dev]'
	$(BIN)/python -m tools.package_tree
	@touch $@

# What the demo needs of it. The game is compiled while the largest library comes.
.venv/.demo: pyproject.toml constraints.txt
	$(call VENV,.venv)
	$(BIN)/python $(INSTALL) hatchling
	$(BIN)/python $(INSTALL) $(HERE) '.[jit,evaluation]'
	$(BIN)/python -m tablemates.warmup --game portal_dash --agents planner-tuned value & \
		$(BIN)/python $(INSTALL) torch && $(BIN)/python $(INSTALL) $(HERE) '.[jit,train,evaluation]'; \
		status=$$?; wait; exit $$status
	@touch $@

# Other projects' games bring packages that change the warnings of ours (pygame-ce):
# they get an environment of their own.
.venv-bench/.set-up: pyproject.toml constraints.txt
	$(call VENV,.venv-bench)
	$(BENCH)/python $(INSTALL) torch hatchling
	$(BENCH)/python $(INSTALL) $(HERE) '.[bench]'
	@touch $@

# Frameworks for language models pin versions that clash: each has an environment of its own, with
# the libraries of .venv behind it.
TEXT_FRAMEWORKS := $(patsubst tests/text/requirements/%.txt,%,$(wildcard tests/text/requirements/*.txt))

# It asks for JAX and forty more libraries, which its OpenSpiel games do without.
TEXT_INSTALL_kaggle := --no-deps

test-text-frameworks: $(TEXT_FRAMEWORKS:%=.venv-text-%/.set-up)  ## run the tests of games as text beside each framework
	$(foreach name,$(TEXT_FRAMEWORKS),.venv-text-$(name)/bin/python -m pytest -n 0 tests/text --framework $(name) $(ARGS) &&) true

.venv-text-%/.set-up: tests/text/requirements/%.txt .venv/.set-up
	$(BIN)/python -m venv .venv-text-$*
	.venv-text-$*/bin/python -c 'import pathlib, sys, sysconfig; pathlib.Path(sysconfig.get_path("purelib"), "behind.pth").write_text(f"import site; site.addsitedir({sys.argv[1]!r})")' \
		"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
	.venv-text-$*/bin/python $(INSTALL) $(TEXT_INSTALL_$*) --requirement $<
	@touch $@

demo: $(if $(wildcard .venv/.set-up),setup,.venv/.demo)  ## train a value network by self-play, then evaluate it beside other agents
	$(BIN)/python train.py --config configs/train/quick.yaml --total-timesteps 6_000_000 --overwrite
	$(BIN)/python evaluate.py --config configs/eval/demo.yaml --overwrite

machine-code: setup  ## compile all games, as wheels have them; what has not changed stays
	$(BIN)/python -m tablemates.build

test: machine-code  ## run all tests except the exhaustive ones
	$(PYTEST) $(LIMIT) $(ARGS)

test-quick: setup  ## run the tests that are not marked slow
	$(PYTEST) $(LIMIT) -m "not slow and not exhaustive" $(ARGS)

properties judge: setup  ## run the exhaustive tests (an hour or more)
	$(PYTEST) -m exhaustive $(ARGS)

# Compiled code tells nobody which of its lines ran: the tests of rules run interpreted.
coverage: setup  ## run the quick tests and write to htmlcov/ which lines they reach
	$(PYTEST) -m "not slow and not exhaustive" --cov --cov-report= $(ARGS)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "rule and not slow and not exhaustive" \
		--cov --cov-append --cov-report=html $(ARGS)

lint: setup  ## check style and formatting, workflows, forms, the Dockerfile
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	$(SCHEMA) custom.github-workflows-require-timeout .github/workflows/*.yml
	$(SCHEMA) vendor.github-issue-forms .github/ISSUE_TEMPLATE/[0-9]*.yml
	$(SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(SCHEMA) vendor.dependabot .github/dependabot.yml
	$(SCHEMA) vendor.citation-file-format CITATION.cff
	$(BIN)/zizmor --offline --quiet .github
	$(BIN)/pre-commit validate-config
	$(BIN)/hadolint Dockerfile
	$(BIN)/nbstripout --verify docs/notebooks/*.ipynb

format: setup  ## fix style and formatting where that is mechanical
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup  ## type-check everything but the tests
	$(BIN)/python -m tools.package_tree
	$(BIN)/python -m mypy

docs-pages: setup  ## rewrite the generated tables in the pages under docs/
	$(BIN)/python -m docs.generators

docs: docs-pages  ## build the documentation site into site/
	EXECUTE_NOTEBOOKS=true $(BIN)/python -m mkdocs build --strict

screenshots: setup  ## take the pictures of the game table in docs/table anew
	$(BIN)/python -m tests.table.browser.screenshots

docs-serve: docs-pages  ## serve the documentation at http://127.0.0.1:8000
	$(BIN)/python -m mkdocs serve

# mike finds mkdocs by the PATH.
docs-publish: setup  ## publish the site as VERSION=..., with ALIAS=latest also as the usual one
	EXECUTE_NOTEBOOKS=true PATH="$(BIN):$$PATH" mike deploy --push --update-aliases $(VERSION) $(ALIAS)
	$(if $(ALIAS),PATH="$(BIN):$$PATH" mike set-default --push $(ALIAS))

# The same command continues a run that was stopped.
leaderboard: setup  ## play the benchmark of GAME with AGENTS at TIER and update docs/leaderboard.md
	$(BIN)/python evaluate.py --config configs/eval/$(BENCHMARK).yaml --agents $(AGENTS) \
		--games $(TIER) --out runs/$(BENCHMARK)-$(TIER)
	$(BIN)/python -m docs.generators --game $(GAME) --results runs/$(BENCHMARK)-$(TIER)

bench: .venv-bench/.set-up  ## measure speed beside other projects' games (ten minutes)
	$(BENCH)/python -m benchmarks $(ARGS)

bench-compare: setup  ## measure REV=... and the checkout side by side; fails if a case is slower
	$(BIN)/python -m benchmarks.compare $(ARGS) --revision="$(REV)"

golden: setup  ## record the golden playthroughs again
	$(BIN)/python -m tests.golden.regenerate

clean:  ## remove caches and build results, not .venv or runs/
	rm -rf build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -path './.venv*' -prune -o -name __pycache__ -type d -exec rm -rf {} +
