# Bare `make` lists the targets. Every target sets up what it needs: `make demo` or `make test` work on a fresh clone.

PYTHON ?= python3
BIN := .venv/bin
BUILT := .venv/built
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help build demo test test-rust test-python html-tests bench data lint fmt model stoplists fuzz clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.venv/ready: pyproject.toml
	@command -v cargo >/dev/null || { echo "streamclean is built with Rust: install it from https://rustup.rs" >&2; exit 2; }
	@echo "making the virtual environment .venv"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

$(BUILT): .venv/ready $(shell find rust python -name '*.rs' -o -name '*.toml' -o -name '*.model' -o -name '*.txt') Cargo.toml Cargo.lock
	@echo "building streamclean (a minute or two the first time)"
	@$(BIN)/maturin develop --release >.venv/build.log 2>&1 || { cat .venv/build.log; exit 1; }
	@touch $@

HTML5LIB_TESTS := rust/core/tests/html_tokens/get_html5lib_tests.py

.venv/html5lib-tests/ready: $(HTML5LIB_TESTS)
	@echo "fetching the tokeniser tests of html5lib"
	@$(PYTHON) $(HTML5LIB_TESTS) $(@D)
	@touch $@

html-tests: .venv/html5lib-tests/ready  ## fetch the tokeniser tests of html5lib, which make test runs

build: $(BUILT)  ## make the virtual environment .venv and build streamclean into it

demo: $(BUILT)  ## run the main job on examples/ and show its result
	@bash examples/demo.sh

test: test-rust test-python  ## run all tests

test-rust: .venv/html5lib-tests/ready
	cargo test --quiet --workspace

test-python: $(BUILT)
	$(BIN)/python -m pytest --numprocesses auto

lint: $(BUILT)  ## check style, lints and types
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest streamclean._core

fmt: .venv/ready  ## rewrite all code in its one style
	cargo fmt --all
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .

STREAMCLEAN_DATA ?= .data

data:  ## unpack the benchmark data, where it is at hand, into .data
	@test -d ../shared/data || { echo "no benchmark data beside this folder" >&2; exit 2; }
	bash ../shared/data/unpack.sh $(STREAMCLEAN_DATA)

bench: $(BUILT)  ## measure accuracy and speed beside the peers (needs the benchmark data)
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python bench/run.py --data $(STREAMCLEAN_DATA)

model: $(BUILT)  ## learn the built-in models of pgstrip and classify again from the benchmark data
	$(BIN)/python bench/learn_gutenberg_model.py --data $(STREAMCLEAN_DATA)
	$(BIN)/python bench/train_models.py --data $(STREAMCLEAN_DATA)

stoplists: .venv/ready  ## make the stop lists of all languages again from wordfreq
	$(BIN)/python -m pip install --quiet wordfreq
	$(BIN)/python rust/core/src/lang/make_stoplists.py

FUZZ_SECONDS ?= 60

fuzz:  ## run each fuzz target for a minute (needs cargo-fuzz)
	@command -v cargo-fuzz >/dev/null || { echo "install it with: cargo install cargo-fuzz" >&2; exit 2; }
	for target in json_fields model encoding page_encoding boundaries html_tokens blocks ngram_set \
		fingerprint_file fingerprint_record book_pages site_templates \
		cutpoint_model labelling_model lightgbm_model dedup_state; do \
		mkdir -p fuzz/corpus/$$target && \
		RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none $$target fuzz/corpus/$$target fuzz/seeds/$$target -- \
			-max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

clean:  ## remove what was built
	rm -rf .venv target .mypy_cache .pytest_cache .ruff_cache
