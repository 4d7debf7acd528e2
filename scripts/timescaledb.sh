#!/usr/bin/env bash
# A real TimescaleDB for tests, without Docker: Debian 13's PostgreSQL 17 and its TimescaleDB (Apache edition),
# unpacked once into a cache folder (scripts/debian13.sh), started from there with a fresh cluster in a temporary folder.
#
#   scripts/timescaledb.sh start [PORT]     prints the server's URL; without PORT it uses a free port
#   scripts/timescaledb.sh stop [PORT|URL]  stops it and removes its data; without an argument: the only one running
#   scripts/timescaledb.sh run COMMAND…     start, COMMAND with TEST_TIMESCALE_URL set, stop; exits with COMMAND's status
#   scripts/timescaledb.sh install          only fills the cache (scripts/debian13.sh)

# shellcheck source-path=SCRIPTDIR source=debian13.sh
. "$(dirname "$0")/debian13.sh"

readonly PG=/usr/lib/postgresql/17/bin
readonly START_S=120 STOP_S=60
readonly RUN=$CACHE/run

# Runs the given program as the packages' user postgres, in the chroot with the temporary folder at /mnt.
# The chroot itself is never written to, so any number of servers share it.
enter() {
  local folder=$1
  shift
  # shellcheck disable=SC2016 # expanded inside
  exec unshare --mount --propagation private -- bash -euc '
    root=$1 folder=$2; shift 2
    mount --rbind /dev "$root/dev"
    mount --bind "$folder" "$root/mnt"
    exec chroot --userspec=postgres:postgres "$root" "$@"' enter "$ROOT" "$folder" "$@"
}

# In memory, where it has room for a hundred databases: they are created there in a tenth of the time.
place() {
  local free
  free=$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -n 1) || true
  if [ "${free:-0}" -ge 4 ]; then echo /dev/shm; else echo "${TMPDIR:-/tmp}"; fi
}

start() {
  local port=${1:-} folder password pid attempts=5
  case $port in *[!0-9]*) fail "\"$port\" is no port" ;; esac
  install
  mkdir -p "$RUN"
  if [ -n "$port" ] && [ -e "$RUN/$port" ]; then fail "one runs on port $port already: stop it first"; fi
  folder=$(mktemp -d "$(place)/vigil-timescaledb-XXXXXX")
  chmod 711 "$folder"
  mkdir -m 700 "$folder/data"
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s\n' "$password" >"$folder/password"
  chroot "$ROOT" id -u postgres >"$folder/uid"
  chown -R "$(cat "$folder/uid")" "$folder"
  # Tests open thousands of connections: their key derivation is as short as possible.
  (enter "$folder" "$PG/initdb" --pgdata=/mnt/data --username=postgres --pwfile=/mnt/password --no-sync \
    --auth=scram-sha-256 --set=scram_iterations=1 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C) \
    >"$folder/initdb.log" 2>&1 || {
    cat "$folder/initdb.log" >&2
    rm -rf "$folder"
    fail 'initdb failed (see above)'
  }
  rm "$folder/password"

  local try
  for ((try = 1; try <= attempts; try++)); do
    # Below the range of ephemeral ports.
    local chosen=${port:-$((20000 + RANDOM % 10000))}
    # shellcheck disable=SC2016 # expanded inside
    setsid --fork bash -c 'echo $$ >"$1/pid"; shift; exec "$@"' start "$folder" "$0" serve "$folder" "$chosen" \
      >"$folder/postgres.log" 2>&1 </dev/null
    if await_ready "$folder" "$chosen"; then
      pid=$(cat "$folder/pid")
      printf '%s %s\n' "$pid" "$folder" >"$RUN/$chosen"
      echo "postgres://postgres:$password@127.0.0.1:$chosen/postgres?sslmode=disable"
      return
    fi
    end_process "$(cat "$folder/pid" 2>/dev/null || echo 0)"
    # Another port may be free; any other error would occur again.
    if [ -n "$port" ] || ! grep -q 'in use' "$folder/postgres.log"; then break; fi
  done
  cat "$folder/postgres.log" >&2
  rm -rf "$folder"
  fail 'PostgreSQL did not start (see above)'
}

# The process that `start` leaves running; it becomes the postmaster.
# The data need not survive a power failure. TimescaleDB's jobs are off: their workers connect to every database with the
# extension, and a template database in use cannot be copied. So is autovacuum: each database lives for seconds.
serve() {
  local folder=$1 port=$2
  enter "$folder" "$PG/postgres" -D /mnt/data -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c shared_preload_libraries=timescaledb -c timescaledb.telemetry_level=off \
    -c timescaledb.max_background_workers=0 \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c max_connections=300 -c timezone=UTC
}

await_ready() {
  local folder=$1 port=$2 deadline=$((SECONDS + START_S))
  while ((SECONDS < deadline)); do
    # The last line of the file is the state that the server reports.
    if [ "$(sed -n 8p "$folder/data/postmaster.pid" 2>/dev/null | tr -d ' ')" = ready ] &&
      [ "$(sed -n 4p "$folder/data/postmaster.pid")" = "$port" ]; then
      return 0
    fi
    if [ -s "$folder/pid" ] && ! kill -0 "$(cat "$folder/pid")" 2>/dev/null; then return 1; fi
    sleep 0.1
  done
  return 1
}

# Fast shutdown first, then SIGKILL: the data is deleted anyway.
end_process() {
  local pid=$1 deadline=$((SECONDS + STOP_S))
  [ "$pid" -gt 0 ] && kill -INT "$pid" 2>/dev/null || return 0
  while kill -0 "$pid" 2>/dev/null; do
    if ((SECONDS >= deadline)); then
      kill -KILL "$pid" 2>/dev/null || true
      break
    fi
    sleep 0.1
  done
}

stop() {
  need_root
  local which=${1:-} port pid folder
  if [ -z "$which" ]; then
    local running=()
    mapfile -t running < <(ls "$RUN" 2>/dev/null)
    [ "${#running[@]}" -gt 0 ] || fail 'none is running'
    [ "${#running[@]}" = 1 ] || fail "several are running, name the port: ${running[*]}"
    which=${running[0]}
  fi
  port=$(sed -E 's#^.*:([0-9]+)(/.*)?$#\1#' <<<"$which")
  [ -f "$RUN/$port" ] || fail "none is running on port $port that this script has started"
  read -r pid folder <"$RUN/$port"
  # After a restart of the machine, the process ID may belong to another process.
  if [ "$(head -n 1 "$folder/data/postmaster.pid" 2>/dev/null)" = "$pid" ]; then end_process "$pid"; fi
  rm -rf "$folder"
  rm -f "$RUN/$port"
}

run() {
  [ $# -gt 0 ] || fail 'run what?'
  local url status=0
  url=$(start)
  # shellcheck disable=SC2064 # expanded now
  trap "'$0' stop '$url'" EXIT
  TEST_TIMESCALE_URL=$url "$@" || status=$?
  exit "$status"
}

case ${1:-} in
  start) start "${2:-}" ;;
  stop) stop "${2:-}" ;;
  run) run "${@:2}" ;;
  install) install ;;
  serve) serve "$2" "$3" ;;
  *) fail 'usage: start [PORT] | stop [PORT|URL] | run COMMAND… | install' ;;
esac
