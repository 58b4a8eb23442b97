# effigy with the Postgres programs of one major version:
#   docker build --build-arg POSTGRES=17 -t effigy .
# POSTGRES is 14 to 18. initdb and postgres are there too, for the local
# server; set EFFIGY_ADMIN_URL to use another one.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /effigy ./cmd/effigy

FROM debian:bookworm-slim
ARG POSTGRES=18
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
RUN [[ "$POSTGRES" =~ ^1[4-8]$ ]] || { echo "POSTGRES is 14 to 18" >&2; exit 1; }; \
    apt-get update -q; \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends ca-certificates git postgresql-common; \
    echo 'create_main_cluster = false' >>/etc/postgresql-common/createcluster.conf; \
    /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y; \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "postgresql-$POSTGRES" "postgresql-client-$POSTGRES"; \
    rm -rf /var/lib/apt/lists/*; \
    useradd --create-home --uid 10001 effigy
COPY --from=build /effigy /usr/local/bin/effigy
USER effigy
WORKDIR /work
ENTRYPOINT ["effigy"]
