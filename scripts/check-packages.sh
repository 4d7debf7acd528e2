#!/usr/bin/env bash
# Installs the Debian package in Debian 13 (scripts/debian13.sh) as an operator would: installs an older version with data of
# 0.1.0, upgrades, removes, reinstalls and purges it, and runs the service in between as its systemd unit would. Debian 13 itself
# stays unchanged: everything is written to an overlay in memory.
#
#   scripts/check-packages.sh     builds the packages for this machine from dist/ (npm run build), quickly compressed
# shellcheck source-path=SCRIPTDIR source=debian13.sh
. "$(dirname "$0")/debian13.sh"
# shellcheck source=check-units.sh
. "$(dirname "$0")/check-units.sh"

cd "$(dirname "$0")/.."
readonly OLDER=0.1.0 START_S=60
VERSION=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
ARCH=$(dpkg --print-architecture)
readonly VERSION ARCH

step() { echo "✔ $* ($SECONDS s)"; }
expect() {
  local what=$1
  shift
  "$@" || fail "$what: $*"
}

build() {
  local node_arch=x64
  [ "$ARCH" = amd64 ] || node_arch=$ARCH
  npm run --silent package -- --arch "$node_arch" --fast --no-build --no-tarball --older "$OLDER"
  (cd release && sha256sum --check --quiet --ignore-missing SHA256SUMS)
  python3 - "release/vigil-$VERSION-linux-$node_arch.cdx.json" <<'PYTHON'
import json, sys
bom = json.load(open(sys.argv[1]))
assert (bom['bomFormat'], bom['specVersion']) == ('CycloneDX', '1.5'), bom['bomFormat']
names = {one['name'] for one in bom['components']}
missing = {'node', 'postgresql', 'libicudata', 'aedes', 'uWebSockets.js', 'argon2', 'preact'} - names
assert not missing, missing
unwanted = names & {'esbuild', 'rolldown', 'tsx', 'typescript'}
assert not unwanted, unwanted
refs = [one['bom-ref'] for one in bom['components']]
assert len(refs) == len(set(refs)), 'a component is listed twice'
PYTHON
}

# The rest runs in a mount namespace of its own.
inside() {
  work=$1 root=$1/root
  trap 'end_service; end_receiver; end_machine' EXIT
  mount -t tmpfs -o size=3g,mode=755 tmpfs "$work"
  mkdir "$work/upper" "$work/overlay" "$root"
  mount -t overlay overlay -o "lowerdir=$ROOT,upperdir=$work/upper,workdir=$work/overlay" "$root" 2>/dev/null ||
    cp -a "$ROOT/." "$root"
  mount --rbind /dev "$root/dev"
  mount --rbind /proc "$root/proc"
  cp "release/vigil_${OLDER}_$ARCH.deb" "release/vigil_${VERSION}_$ARCH.deb" "$root/root/"

  install_older
  upgrade
  check_unit
  check_units
  remove_and_reinstall
  purge
  home_assistant
}

in_debian() {
  chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
install_version() { in_debian dpkg --install "/root/vigil_$1_$ARCH.deb"; }

install_older() {
  install_version "$OLDER" >"$work/log" 2>&1 || fail "the installation failed: $(cat "$work/log")"
  expect 'the next steps are not shown' grep -q 'vigil create-admin' "$work/log"
  expect 'the version' [ "$(in_debian vigil version)" = "$OLDER" ]
  expect 'a secret is printed' [ -z "$(grep -Ff <(sed -n 's/^[A-Z_]*=//p' "$root/etc/vigil/secrets.env") "$work/log")" ]
  expect 'the owner of the secrets' [ "$(in_debian stat -c '%U:%G %a' /etc/vigil/secrets.env)" = 'root:vigil 640' ]
  expect 'the owner of the settings' [ "$(in_debian stat -c '%U:%G %a' /etc/vigil/vigil.env)" = 'root:vigil 640' ]
  # Free ports: other programs run on this machine.
  sed -i 's/^PORT=.*/PORT=0\nMQTT_PORT=0/' "$root/etc/vigil/vigil.env"
  in_debian vigil check-config >"$work/log" 2>&1 || fail "check-config: $(cat "$work/log")"
  expect 'the data folder' grep -q '^DATA_DIR  */var/lib/vigil$' "$work/log"
  expect 'another user may read the settings' grep -q 'run it as root' \
    <(chroot --userspec=nobody:nogroup "$root" /usr/bin/vigil check-config 2>&1)

  node --import tsx test/database/old-data-folder.ts "$work/data"
  mv "$work/data/postgres" "$root/var/lib/vigil/"
  in_debian chown -R vigil:vigil /var/lib/vigil/postgres
  step "version $OLDER installed, with data of 0.1.0"
}

upgrade() {
  cp "$root/etc/vigil/vigil.env" "$work/settings"
  echo 'PORT=none' >>"$root/etc/vigil/vigil.env"
  if install_version "$VERSION" >"$work/log" 2>&1; then fail 'an upgrade without a backup was not refused'; fi
  expect 'the old version stays' [ "$(in_debian vigil version)" = "$OLDER" ]
  cp "$work/settings" "$root/etc/vigil/vigil.env"
  step 'an upgrade is refused if no backup can be made'

  install_version "$VERSION" >"$work/log" 2>&1 || fail "the upgrade failed: $(cat "$work/log")"
  expect 'the new version' [ "$(in_debian vigil version)" = "$VERSION" ]
  local backups=("$root/var/lib/vigil/backups"/core-*.backup)
  expect 'a backup' gzip --test "${backups[0]}"
  expect 'without the readings' [ -z "$(ls "$root/var/lib/vigil/backups/readings")" ]
  cmp "$work/settings" "$root/etc/vigil/vigil.env" || fail 'the upgrade changed the settings'
  start_service
  log_in nora@home.example
  expect 'the falls of before' [ "$(api /board | grep -c 00000000-0000-4000-8000-00000000f001)" = 1 ]
  expect 'the readings of before' grep -q '"timestamp"' <(api '/device/00000000-0000-4000-8000-00000000d001/readings?limit=5')
  log_in edith@home.example
  reading=$(api /device/sensor-stream -H 'Content-Type: application/json' -d '{"device_id":"AA:BB:CC:00:00:01",
    "uptime_ms":9000000,"accel_x":0.5,"accel_y":0.3,"accel_z":9.8,"gyro_x":0.1,"gyro_y":0.2,"gyro_z":0}')
  expect "a reading: $reading" grep -q '"success":true' <<<"$reading"
  in_debian vigil create-admin boss@example.org >"$work/log" 2>&1 || fail "create-admin: $(cat "$work/log")"
  password=$(sed -n 's/.*(shown once): //p' "$work/log")
  log_in boss@example.org "$password"
  in_debian vigil backup >"$work/log" 2>&1 || fail "backup: $(cat "$work/log")"
  in_debian vigil restore --check /var/lib/vigil/backups >"$work/log" 2>&1 || fail "the drill: $(cat "$work/log")"
  stop_service
  step 'upgraded: the data of before is there, and new data is stored'
}

check_unit() {
  local unit
  in_debian systemd-analyze verify /usr/lib/systemd/system/vigil-backup.timer >"$work/log" 2>&1 ||
    fail "the timer: $(cat "$work/log")"
  for unit in vigil-backup.service vigil.service; do
    in_debian systemd-analyze verify "/usr/lib/systemd/system/$unit" >"$work/log" 2>&1 || fail "$unit: $(cat "$work/log")"
    # The nightly backup begins as root, to ask for the settings of the service.
    in_debian systemd-analyze security --offline=true --threshold="$([ "$unit" = vigil.service ] && echo 30 || echo 50)" \
      --no-pager "$unit" >"$work/log" 2>&1 ||
      fail "$unit is not hardened enough: $(tail -n 3 "$work/log")"
  done
  expect 'the service starts with the machine' [ -L "$root/etc/systemd/system/multi-user.target.wants/vigil.service" ]
  expect 'backups are made every night' [ -L "$root/etc/systemd/system/timers.target.wants/vigil-backup.timer" ]
  step "the systemd unit is valid: $(tail -n 1 "$work/log" | tr -d '\n')"
}

remove_and_reinstall() {
  in_debian dpkg --remove vigil >"$work/log" 2>&1 || fail "the removal failed: $(cat "$work/log")"
  expect 'the data stays' [ -d "$root/var/lib/vigil/postgres/data" ]
  expect 'the command goes' [ ! -e "$root/usr/bin/vigil" ]
  expect 'the program goes' [ ! -e "$root/usr/lib/vigil" ]
  install_version "$VERSION" >"$work/log" 2>&1 || fail "the second installation failed: $(cat "$work/log")"
  start_service
  log_in nora@home.example
  stop_service
  step 'removed and installed again: the data is there'
}

purge() {
  local secrets
  secrets=$(cat "$root/etc/vigil/secrets.env")
  in_debian dpkg --purge vigil >"$work/log" 2>&1 || fail "the purge failed: $(cat "$work/log")"
  expect 'the purge says so' grep -q 'the data stays in /var/lib/vigil' "$work/log"
  expect 'a purge without an answer keeps the data' [ -d "$root/var/lib/vigil/postgres/data" ]
  expect 'and its secrets' [ "$(cat "$root/etc/vigil/secrets.env")" = "$secrets" ]
  install_version "$VERSION" >"$work/log" 2>&1 || fail "the third installation failed: $(cat "$work/log")"
  expect 'the secrets are used again' [ "$(cat "$root/etc/vigil/secrets.env")" = "$secrets" ]
  in_debian debconf-set-selections <<<'vigil vigil/remove-data boolean true'
  in_debian dpkg --purge vigil >"$work/log" 2>&1 || fail "the purge failed: $(cat "$work/log")"
  expect 'the data goes' [ ! -e "$root/var/lib/vigil" ]
  expect 'the settings go' [ ! -e "$root/etc/vigil" ]
  step 'purged: with and without the data'
}

# The add-on's container: the package, its own files, and /data.
home_assistant() {
  local add_on=$root/opt/vigil-add-on
  install_version "$VERSION" >"$work/log" 2>&1 || fail "the fourth installation failed: $(cat "$work/log")"
  rm "$root/etc/vigil/secrets.env"
  mkdir -p "$add_on" "$root/data"
  cp deploy/home-assistant/*.sh "$add_on/"
  sed "s/PORT: '3000'/PORT: '0', MQTT_PORT: '0'/" deploy/home-assistant/settings.mjs >"$add_on/settings.mjs"
  cat >"$root/data/options.json" <<'JSON'
{"admin_email":"lead@example.org","admin_password":"Se#cret!1","ssl":false,"certfile":"","keyfile":"",
 "show_in_home_assistant":true,"log_level":"info"}
JSON
  start_add_on
  log_in lead@example.org 'Se#cret!1'
  in_debian /opt/vigil-add-on/backup.sh >"$work/log" 2>&1 || fail "the backup of the add-on: $(cat "$work/log")"
  terminate
  # Home Assistant restores everything but the database.
  rm -r "$root/data/vigil/postgres"
  start_add_on
  log_in lead@example.org 'Se#cret!1'
  terminate
  step 'the add-on for Home Assistant starts, and starts again from its backup'
}

start_add_on() {
  # Emptied here: the process in the background does so later, and until then the log of the last start says "started".
  : >"$work/service.log"
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TZ=Europe/Berlin \
    /opt/vigil-add-on/start.sh >"$work/service.log" 2>&1 &
  service=$!
  until_true "$START_S" 'start of the add-on' grep -q '"msg":"started"' "$work/service.log"
  url=http://127.0.0.1:$(sed -n 's/.*"ports":{"http":\([0-9]*\).*/\1/p' "$work/service.log" | head -n 1)/api
}

# As the unit does: ExecStart as its user, with a notification socket and a watchdog.
start_service() {
  local socket=$root/run/notify
  rm -f "$socket"
  python3 -uc 'import os, socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o777)
while True: print(receiver.recv(4096).decode())' "$socket" >"$work/notified" &
  receiver=$!
  until_true 5 'the notification socket' [ -S "$socket" ]
  chroot --userspec=vigil:vigil "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    HOME=/var/lib/vigil NOTIFY_SOCKET=/run/notify WATCHDOG_USEC=1000000 JOURNAL_STREAM=1:1 \
    /usr/bin/vigil start >"$work/service.log" 2>&1 &
  service=$!
  until_true "$START_S" 'READY=1' grep -qx READY=1 "$work/notified"
  until_true 10 'WATCHDOG=1' grep -qx WATCHDOG=1 "$work/notified"
  url=http://127.0.0.1:$(sed -n 's/.*"ports":{"http":\([0-9]*\).*/\1/p' "$work/service.log" | head -n 1)/api
  expect 'the health report' grep -q '"status":"HEALTHY"' <(curl -s "$url/health")
  expect 'the service runs as its user' [ "$(stat -c %U "/proc/$service")" != root ]
}

terminate() {
  kill -TERM "$service"
  local status=0
  wait "$service" || status=$?
  service=
  expect 'the exit code' [ "$status" = 0 ]
}

stop_service() {
  terminate
  until_true 5 'STOPPING=1' grep -qx STOPPING=1 "$work/notified"
  end_receiver
}

end_service() { [ -z "${service:-}" ] || { kill -TERM "$service" 2>/dev/null && wait "$service"; } || true; }
end_receiver() {
  [ -z "${receiver:-}" ] || kill "$receiver" 2>/dev/null || true
  receiver=
}

until_true() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" 2>/dev/null; do
    if ((SECONDS >= deadline)); then
      cat "$work/service.log" "$work/notified" >&2
      fail "no $what"
    fi
    sleep 0.1
  done
}

log_in() {
  local answer
  answer=$(curl -sS "$url/auth/login" -H 'Content-Type: application/json' \
    -d "{\"email\":\"$1\",\"password\":\"${2:-Secret!123}\"}")
  token=$(sed -n 's/.*"token":"\([^"]*\)".*/\1/p' <<<"$answer")
  expect "the login of $1: $answer" [ -n "$token" ]
}
api() {
  local path=$1
  shift
  curl -sS "$url$path" -H "Authorization: Bearer $token" "$@"
}

if [ "${1:-}" = inside ]; then
  inside "$2"
else
  need_root
  install
  build
  step 'packages built'
  scripts/check-repository.sh
  folder=$(mktemp -d "${TMPDIR:-/tmp}/vigil-packages-XXXXXX")
  trap 'rm -rf "$folder"' EXIT
  unshare --mount --propagation private -- "$0" inside "$folder"
fi
