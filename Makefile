# Two commands do everything on a machine that has Python, make and the package index:
#   make book   installs what the lock file names, executes what is not up to date, renders the book
#   make test   installs likewise, then runs lint, types and tests
# `make help` lists the others.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
BROWSER_STAMP := $(VENV)/installed-browser
CLUSTER := .venv-cluster
LLM := .venv-llm
LOCKER := .venv-lock
PIP_FLAGS := --quiet --disable-pip-version-check

export OMP_NUM_THREADS ?= 1

.PHONY: help book test lint types pytest test-browser test-cluster test-llm benchmarks lock clean

help:  ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

book: $(STAMP)  ## Build the book: install, execute what is not up to date, render
	@$(BIN)/python -m peerassay build

test: lint types pytest  ## Lint, types and all tests but those that have a target of their own

lint: $(STAMP)  ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)  ## Check types
	$(BIN)/mypy

pytest: $(STAMP)  ## Run the tests
	$(BIN)/pytest -n 2 --dist loadfile -m "not browser and not cluster and not llm"

test-browser: book $(BROWSER_STAMP) node_modules  ## Drive the built book in Chromium (Debian's package)
	$(BIN)/pytest -m browser tests/browser

test-cluster: $(STAMP) $(CLUSTER)/installed  ## Hand the notebooks to Snakemake: a dry run and one real local execution
	$(BIN)/pytest -m cluster

test-llm: $(STAMP) $(LLM)/installed  ## Collect from a real model server on this machine (builds llama.cpp once, 7 to 15 minutes)
	PEERASSAY_LLM=$(LLM) $(BIN)/pytest -m llm tests/llm

benchmarks: $(STAMP)  ## Time against named peers (ratios, see benchmarks/README.md)
	@for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' || \
	  { echo "Python 3.11, 3.12 or 3.13 is needed, $(PYTHON) is `$(PYTHON) --version`: make PYTHON=python3.12 ..."; exit 2; }
	@echo "Installing the locked packages into $(VENV) (once, a few minutes)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install $(PIP_FLAGS) -r requirements.lock
	@$(BIN)/python -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation --editable .
	@touch $@

$(BROWSER_STAMP): requirements-browser.lock $(STAMP)
	@$(BIN)/python -m pip install $(PIP_FLAGS) -r requirements-browser.lock
	@touch $@

$(CLUSTER)/installed: requirements-cluster.lock
	@$(PYTHON) -m venv $(CLUSTER)
	@$(CLUSTER)/bin/python -m pip install $(PIP_FLAGS) -r requirements-cluster.lock
	@touch $@

# A native build dies with an illegal instruction on some machines, so the instruction sets are named.
$(LLM)/installed: requirements-llm.lock
	@$(PYTHON) -m venv $(LLM)
	@CMAKE_ARGS="-DGGML_NATIVE=OFF -DGGML_AVX=ON -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON -DGGML_BMI2=ON" \
	  $(LLM)/bin/python -m pip install $(PIP_FLAGS) --no-deps -r requirements-llm.lock
	@touch $@

node_modules: package.json package-lock.json
	@npm ci --silent --no-audit --no-fund
	@touch $@

lock: $(LOCKER)/installed  ## Pin every dependency: requirements*.lock (UPGRADE=--upgrade takes the newest)
	$(LOCKER)/bin/uv pip compile --quiet --universal $(UPGRADE) --no-header --no-annotate --python-version 3.11 \
	  --all-extras pyproject.toml --output-file requirements.lock
	$(LOCKER)/bin/uv pip compile --quiet --universal $(UPGRADE) --no-header --no-annotate --python-version 3.11 \
	  --constraint requirements.lock requirements-browser.in --output-file requirements-browser.lock
	$(LOCKER)/bin/uv pip compile --quiet --universal $(UPGRADE) --no-header --no-annotate --python-version 3.11 \
	  requirements-cluster.in --output-file requirements-cluster.lock
	$(LOCKER)/bin/uv pip compile --quiet --universal $(UPGRADE) --no-header --no-annotate --python-version 3.11 \
	  requirements-llm.in --output-file requirements-llm.lock

$(LOCKER)/installed:
	@$(PYTHON) -m venv $(LOCKER)
	@$(LOCKER)/bin/python -m pip install $(PIP_FLAGS) uv
	@touch $@

clean:  ## Remove everything that was built, but not the installed packages
	rm -rf build dist
