# Effigy: a disposable Postgres from a schema text. `make help` lists what there is.
SCHEMA ?= examples/shop/schema.sql
NAME   ?= dev
ROWS   ?=
SEED   ?=
NOW    ?=
EFFIGY := bin/effigy
CONFIG  = $(addprefix --config ,$(wildcard $(dir $(SCHEMA))effigy.yaml))
flag    = $(if $($(1)),--$(2) '$($(1))')

.PHONY: help build reset test mcp corpus fuzz bench soak lint clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  %-9s %s\n", $$1, $$2}' Makefile

build: ## build bin/effigy
	go build -trimpath -o $(EFFIGY) ./cmd/effigy

reset: build ## a fresh sandbox of SCHEMA under the same URL, also in .env.effigy (ROWS, SEED, NOW, NAME)
	@scripts/with-postgres $(EFFIGY) rebuild $(SCHEMA) --replace $(NAME) $(CONFIG) $(call flag,ROWS,rows) $(call flag,SEED,seed) $(call flag,NOW,now)

test: build ## all tests, on a real Postgres
	go vet ./...
	scripts/with-postgres go test -p 4 ./...

corpus: build ## the real schemas below EFFIGY_SHARED, when they are there
	@scripts/with-postgres scripts/corpus

mcp: build ## the official TypeScript client against effigy mcp (needs node)
	cd scripts/mcp && npm ci --no-audit --no-fund --ignore-scripts
	scripts/with-postgres node scripts/mcp/test.mjs $(EFFIGY)

fuzz: ## every fuzz target for FUZZTIME, and 500 mutated texts against a server
	@scripts/fuzz $(or $(FUZZTIME),20s)

bench: build ## one table of ratios against what Postgres itself does (SIZE, a factor on the rows; ROUNDS)
	scripts/with-postgres go run ./bench -size $(or $(SIZE),1) -rounds $(or $(ROUNDS),5)

soak: ## killed after every statement, 200 cycles, 20 rebuilds at once (half an hour)
	EFFIGY_TEST_SOAK=1 scripts/with-postgres go test -count=1 -timeout 90m -run 'Killed|Cycles|AtOnce|FullDisk' ./internal/... ./cmd/...

lint: ## golangci-lint, as in CI
	golangci-lint run

clean: ## stop the local server and remove what was built
	-@test ! -x $(EFFIGY) || $(EFFIGY) server stop
	rm -rf bin .env.effigy
