#!/usr/bin/env bash
# Debian 13 in a folder, for programs that this machine lacks: unpacked once into a cache folder and never written to
# afterwards, so that any number of programs can share it. Every mount is in its own mount namespace, so it disappears
# with its process. Sourced by scripts/timescaledb.sh and scripts/test-on-node.sh.
#
#   VIGIL_DEBIAN_DIR  the cache folder, about 0.6 GB (default: ~/.cache/vigil/debian13)
#   DEBIAN_MIRROR     where Debian comes from (default: what apt on this machine is configured with)
set -euo pipefail

readonly SUITE=trixie
# TimescaleDB (Apache edition) for scripts/timescaledb.sh; what tests talk to, and compile C with, for
# scripts/test-on-node.sh; Compose, by which scripts/check-delivery.mjs has docker-compose.yml read; and systemd, for
# scripts/check-packages.sh.
readonly PACKAGES=postgresql-17,postgresql-17-timescaledb,redis-server,mosquitto-clients,curl,openssl,procps,docker-compose,gcc,libc6-dev,libmosquitto-dev,libsodium-dev,libcurl4-openssl-dev,systemd
# A limit for a hang: on a busy machine, dpkg alone takes many minutes.
readonly INSTALL_S=1800
CACHE=${VIGIL_DEBIAN_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/vigil/debian13}
# shellcheck disable=SC2034 # used by scripts that source this
readonly CACHE ROOT=$CACHE/root

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

need_root() {
  [ "$(id -u)" = 0 ] || fail "needs root: it unpacks Debian packages and starts them in a chroot. Run it with sudo,
  or do without Debian 13: set TEST_TIMESCALE_URL to a TimescaleDB of your own."
  unshare --mount true 2>/dev/null || fail "may not make mounts here (unshare --mount is refused, as in containers
  without SYS_ADMIN). Set TEST_TIMESCALE_URL to a TimescaleDB of your own."
}

# The archive that this machine's own Debian comes from: it has the other releases too.
mirror() {
  if [ -n "${DEBIAN_MIRROR:-}" ]; then
    echo "$DEBIAN_MIRROR"
    return
  fi
  local codename
  # Not sourced: it sets variables that the sourcing script uses.
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  # shellcheck disable=SC2016 # these are apt's own variables
  apt-get indextargets --no-release-info --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v suite="$codename" '$1 == suite && $2 == "main" { print $3; exit }'
}

install() {
  need_root
  mkdir -p "$CACHE"
  # Two concurrent runs fill the cache once.
  exec 9>"$CACHE/lock"
  flock --wait "$INSTALL_S" 9 || fail "another run has been filling $CACHE for more than $INSTALL_S s"
  if [ "$(cat "$ROOT/packages" 2>/dev/null)" != "$SUITE $PACKAGES" ]; then unpack; fi
  exec 9>&-
}

unpack() {
  local from partial="$CACHE/partial" proxy
  if ! command -v debootstrap >/dev/null; then
    echo 'installing debootstrap' >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq debootstrap; } >&2 9>&-
  fi
  from=$(mirror)
  [ -n "$from" ] || fail 'found no Debian archive in the configuration of apt: set DEBIAN_MIRROR'
  # apt may have a proxy that debootstrap's wget does not know.
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  if [ -n "${proxy:-}" ] && [ "$proxy" != DIRECT ]; then export http_proxy=$proxy; fi

  rm -rf "$partial"
  echo "unpacking Debian 13 with TimescaleDB, Redis and Mosquitto into $CACHE (once)" >&2
  if ! unshare --mount --propagation private -- timeout --kill-after=10 "$INSTALL_S" debootstrap --variant=minbase \
    --include="$PACKAGES" "$SUITE" "$partial" "$from" >"$CACHE/install.log" 2>&1 9>&-; then
    tail -n 20 "$CACHE/install.log" "$partial/debootstrap/debootstrap.log" >&2 2>/dev/null || true
    rm -rf "$partial"
    fail "the packages could not be unpacked (see above)"
  fi
  rm -rf "$partial"/var/cache/apt/archives/*.deb "$partial"/var/lib/apt/lists/*
  echo "$SUITE $PACKAGES" >"$partial/packages"
  # Last, so that a folder with this name is always complete.
  rm -rf "$ROOT"
  mv "$partial" "$ROOT"
}
