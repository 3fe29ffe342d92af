# Every target sets up .venv by itself when it is missing or out of date.
# `make test ARGS="-k mob"` passes arguments on to pytest.

PYTHON ?= python3
WORKERS ?= 2
ARGS ?=
AGENTS ?= random rules planner planner-tuned
TIER ?= board
OUT ?= runs/leaderboard-$(TIER)

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-quick lint format types docs table-pictures results newcomers teammates ablations champion networks boxes clones clones-of-actions strangers leaderboard cross-play search golden bench bench-compare properties rules-check judge judge-quick clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

setup: $(STAMP)  ## set up .venv with everything that training and the checks need

# torch goes first and alone: a build that is already there (the CPU one, say)
# satisfies the constraint and stays.
$(STAMP): pyproject.toml constraints.txt
	@$$(test -x $(BIN)/python && echo $(BIN)/python || echo $(PYTHON)) -c 'import sys; sys.exit(None if (3, 11) <= sys.version_info < (3, 14) else "Portal Dash needs Python 3.11 to 3.13, and $(PYTHON) is %d.%d: choose one with make PYTHON=..." % sys.version_info[:2])'
	@echo "Setting up $(VENV); the first time this takes some minutes." >&2
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	$(PIP) torch
	$(PIP) --editable '.[train,dev,judge]'
	@touch $@

demo: $(STAMP)  ## train two small policies, then score them and five agents on levels 1 to 5
	$(BIN)/python train.py --config configs/train/quick.yaml overwrite=true
	$(BIN)/python train.py --config configs/train/quick_ppo.yaml overwrite=true
	$(BIN)/python evaluate.py --plan configs/eval/demo.yaml --anew

test: $(STAMP)  ## run all tests but the exhaustive ones (make properties)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

test-quick: $(STAMP)  ## run the tests that are not marked slow
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow" $(ARGS)

lint: $(STAMP)  ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(STAMP)  ## mend style and formatting where that is mechanical
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(STAMP)  ## check the types of everything that is not a test
	$(BIN)/python -m mypy

docs: $(STAMP)  ## write the generated pages under docs/ anew
	$(BIN)/python -m docs.generate

table-pictures: $(STAMP)  ## take the pictures of the game table for docs/table.md anew (needs Chromium)
	$(BIN)/python -m tests.table.browser.pictures $(ARGS)

results: $(STAMP)  ## play the tables of the README and docs/results.md anew (about half an hour)
	$(BIN)/python train.py --config configs/train/quick.yaml overwrite=true
	$(BIN)/python train.py --config configs/train/quick_ppo.yaml overwrite=true
	$(BIN)/python evaluate.py --plan configs/eval/readme.yaml --anew
	$(BIN)/python evaluate.py --plan configs/eval/playable.yaml --anew
	cp runs/readme/results.csv docs/results/readme.csv
	$(BIN)/python -m tablemates.agents.evaluation.calibration runs/readme/rows.jsonl --agent ppo \
		--csv docs/results/calibration_ppo.csv
	cp runs/playable/results.csv docs/results/playable.csv
	$(BIN)/python evaluate.py --plan configs/eval/styles.yaml --anew
	$(BIN)/python -m docs.habits runs/styles docs/results/habits.csv
	$(BIN)/python -m docs.generate

newcomers: $(STAMP)  ## train the recipe of docs/training.md: three seeds, a clone, and on from it (an hour)
	for seed in 0 1 2; do \
		$(BIN)/python train.py --config configs/train/maskable_ppo.yaml overwrite=true \
			seed=$$seed run=runs/maskable_ppo_$$seed || exit 1; done
	$(BIN)/python -m tablemates.agents.learn.dataset --config configs/data/planner.yaml
	$(BIN)/python train.py --config configs/train/bc_quick.yaml overwrite=true
	$(BIN)/python train.py --config configs/train/maskable_ppo_warm.yaml overwrite=true
	$(BIN)/python evaluate.py --plan configs/eval/newcomers.yaml --anew
	$(BIN)/python -m docs.kept newcomers runs/newcomers
	$(BIN)/python -m tablemates.agents.learn.curves runs/maskable_ppo_0 runs/maskable_ppo_1 runs/maskable_ppo_2 \
		--out docs/maskable_ppo.png
	$(BIN)/python -m docs.generate

teammates: $(STAMP)  ## train bc and three seeds of ppo for docs/teammates.md; REPLACES the shipped ones (two hours)
	$(BIN)/python -m tablemates.agents.learn.dataset --config configs/data/futures.yaml
	$(BIN)/python train.py --config configs/train/bc.yaml overwrite=true
	rm -rf agents/portal_dash/policies/bc
	cp -r runs/bc/policy agents/portal_dash/policies/bc
	for seed in 0 1 2; do \
		$(BIN)/python train.py --config configs/train/ppo.yaml overwrite=true \
			seed=$$seed run=runs/ppo_$$seed || exit 1; done
	rm -rf agents/portal_dash/policies/ppo
	cp -r runs/ppo_0/policy agents/portal_dash/policies/ppo
	$(BIN)/python evaluate.py --plan configs/eval/teammates.yaml --anew
	$(BIN)/python -m docs.kept teammates runs/teammates
	$(BIN)/python -m tablemates.agents.learn.curves runs/ppo_0 runs/ppo_1 runs/ppo_2 --out docs/ppo.png
	$(BIN)/python -m docs.generate

ablations: $(STAMP)  ## train ppo with one thing left out, for docs/teammates.md (an hour and a half)
	$(BIN)/python -m tablemates.agents.learn.dataset --config configs/data/planner.yaml
	$(BIN)/python train.py --config configs/train/bc_quick.yaml overwrite=true
	for name in no_clone no_kl mlp one_level no_curriculum; do \
		$(BIN)/python train.py --config configs/train/ppo_$$name.yaml overwrite=true || exit 1; done
	$(BIN)/python evaluate.py --plan configs/eval/ablations.yaml --anew
	$(BIN)/python -m docs.kept ablations runs/ablations
	$(BIN)/python -m docs.generate

champion: $(STAMP)  ## play champion beside rollout and ppo, for docs/agents.md (two hours)
	$(BIN)/python evaluate.py --plan configs/eval/champion.yaml --anew
	$(BIN)/python -m docs.kept champion runs/champion
	$(BIN)/python -m docs.generate

networks: $(STAMP)  ## play the shipped networks, for docs/agents.md (an hour)
	$(BIN)/python evaluate.py --plan configs/eval/networks.yaml --anew
	$(BIN)/python -m docs.kept networks runs/networks
	$(BIN)/python -m docs.generate

boxes: $(STAMP)  ## play other boxes of parts than the standard one, for docs/teammates.md (half an hour)
	for box in blunt heavy swift; do \
		$(BIN)/python evaluate.py --plan configs/eval/boxes.yaml --anew \
			--components configs/parts/$$box.yaml --out runs/boxes_$$box && \
		$(BIN)/python -m docs.kept boxes_$$box runs/boxes_$$box || exit 1; done
	$(BIN)/python -m docs.generate

clones-of-actions: $(STAMP)  ## clone a million decisions of planner and search agent, and play (two hours)
	$(BIN)/python -m tablemates.agents.learn.dataset --config configs/data/rollout.yaml
	for name in marks actions; do \
		$(BIN)/python train.py --config configs/train/bc_$$name.yaml overwrite=true || exit 1; done
	rm -rf runs/data/dagger  # games of a clone that is no more
	$(BIN)/python -m tablemates.agents.learn.dataset --config configs/data/dagger.yaml
	$(BIN)/python train.py --config configs/train/bc_dagger.yaml overwrite=true
	$(BIN)/python evaluate.py --plan configs/eval/clones_of_actions.yaml --anew
	$(BIN)/python -m docs.kept clones_of_actions runs/clones_of_actions
	$(BIN)/python -m docs.generate

# Other styles and other games than those that `ppo` comes from; the plans name them.
clones: $(STAMP)  ## train ppo on clones of other games, and let them play with each other (two hours)
	$(BIN)/python -m tablemates.agents.learn.dataset --config configs/data/futures.yaml \
		out=runs/data/other seed=1 decisions=60_000
	for style in careful miner; do \
		$(BIN)/python -m tablemates.agents.learn.dataset --config configs/data/futures.yaml \
			out=runs/data/of_$$style play="{'planner:$$style': 1.0}" decisions=60_000 || exit 1; done
	for name in other of_careful of_miner; do \
		$(BIN)/python train.py --config configs/train/bc.yaml overwrite=true seed=1 \
			run=runs/bc_$$name bc.data=[runs/data/$$name] steps=180_000 && \
		$(BIN)/python train.py --config configs/train/ppo.yaml overwrite=true seed=1 \
			run=runs/ppo_$$name parent=runs/bc_$$name/policy ppo.reference=runs/bc_$$name/policy \
			steps=150_000 || exit 1; done
	for name in clones erring; do \
		$(BIN)/python evaluate.py --plan configs/eval/$$name.yaml --anew && \
		$(BIN)/python -m docs.kept $$name runs/$$name || exit 1; done
	$(BIN)/python -m docs.generate

# Goes on from `make clones`.
strangers: $(STAMP)  ## the same with networks that are told of a style instead of `ahead` (two hours)
	for style in careful miner; do \
		words="network.adviser=planner:$$style overwrite=true seed=1"; \
		$(BIN)/python -m tablemates.agents.learn.dataset --config configs/data/futures.yaml out=runs/data/$$style \
			play="{'planner:$$style': 1.0}" adviser=planner:$$style decisions=60_000 && \
		$(BIN)/python train.py --config configs/train/bc.yaml $$words run=runs/bc_$$style \
			bc.data=[runs/data/$$style] steps=180_000 && \
		$(BIN)/python train.py --config configs/train/ppo.yaml $$words run=runs/ppo_$$style \
			parent=runs/bc_$$style/policy ppo.reference=runs/bc_$$style/policy steps=150_000 && \
		$(BIN)/python train.py --config configs/train/ppo_partners.yaml $$words \
			run=runs/ppo_$${style}_mixed \
			parent=runs/bc_$$style/policy ppo.reference=runs/bc_$$style/policy || exit 1; done
	for name in strangers mixed; do \
		$(BIN)/python evaluate.py --plan configs/eval/$$name.yaml --anew && \
		$(BIN)/python -m docs.kept $$name runs/$$name || exit 1; done
	$(BIN)/python -m docs.beside_partners
	$(BIN)/python -m docs.generate

# Stopped at any moment, the same command goes on where it was. Whatever has been played to its
# end in folders of this name is added up: AGENTS="ahead ppo" TIER=dev, or OUT=runs/leaderboard-bc.
leaderboard: $(STAMP)  ## play the benchmark with AGENTS at TIER (scripts at board: 25 minutes), write docs/leaderboard.md
	$(BIN)/python evaluate.py --plan configs/eval/bench-v1.yaml --agents $(AGENTS) --tier $(TIER) --out $(OUT)
	$(BIN)/python -m docs.leaderboard $$(dirname runs/leaderboard-*/results.json)
	$(BIN)/python -m docs.generate

cross-play: $(STAMP)  ## play every two bots together, for docs/cross_play.md (an hour)
	$(BIN)/python evaluate.py --plan configs/eval/cross_play.yaml --anew
	$(BIN)/python -m docs.kept cross_play runs/cross-play
	$(BIN)/python -m docs.generate

# Stopped at any moment, the same command goes on where it was.
search: $(STAMP)  ## play the search agents beside the planner, for docs/agents.md (three hours)
	$(BIN)/python evaluate.py --plan configs/eval/search.yaml
	$(BIN)/python evaluate.py --plan configs/eval/search_bound.yaml
	$(BIN)/python evaluate.py --plan configs/eval/search_curve.yaml
	$(BIN)/python evaluate.py --plan configs/eval/search_second.yaml
	for plan in search search_bound search_curve search_second; do $(BIN)/python -m docs.kept $$plan runs/$$plan || exit 1; done
	$(BIN)/python -m tablemates.agents.evaluation.calibration runs/search/rows.jsonl --agent rollout:16 \
		--csv docs/results/calibration.csv --plot docs/reliability.png
	$(BIN)/python -m docs.generate

# The peers are wanted, not needed: those that are not there are skipped.
bench: $(STAMP)  ## measure speed beside other projects' games, for docs/performance.md (ten minutes)
	-$(PIP) --editable '.[train,bench]'
	$(BIN)/python -m benchmarks $(ARGS)
	$(BIN)/python -m docs.generate

bench-compare: $(STAMP)  ## measure REV=... and the checkout in turn; fails if a case is slower
	$(BIN)/python -m benchmarks.compare $(ARGS) -- "$(REV)"

golden: $(STAMP)  ## record the golden playthroughs anew
	$(BIN)/python -m tests.golden.regenerate

properties: $(STAMP)  ## check every property in each of 200,000 states
	$(BIN)/python -m pytest -n $(WORKERS) -m exhaustive $(ARGS)

rules-check: $(STAMP)  ## switch off each rule in turn and list those that no test misses
	$(BIN)/python -m tests.rules_check

# Stopped at any moment, the same command goes on after the parts that are done.
judge: $(STAMP)  ## run the outside judges and hard knocks in full (150 minutes), write docs/reliability.md
	$(BIN)/python -m tests.judge $(ARGS); status=$$?; \
		cp runs/judge/judge.json docs/results/judge.json && $(BIN)/python -m docs.generate && exit $$status

judge-quick: $(STAMP)  ## a small part of each judge (ten minutes)
	$(BIN)/python -m tests.judge --quick $(ARGS)

clean:  ## remove caches and build results, not .venv or runs/
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -exec rm -rf {} +
