#!/usr/bin/env bash
# The package under a real systemd: settings of the unit, and several homes. Sourced by scripts/check-packages.sh.
# shellcheck disable=SC2153,SC2154 # variables of check-packages.sh
# shellcheck source-path=SCRIPTDIR source=machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

# Quoted by systemd, PostgreSQL and URLs in different ways.
readonly STRANGE="a b\$c%d'e\"f"

check_units() {
  local folder=$work/machine
  mkdir -p "$folder"/{upper,overlay,root}
  mount -t overlay overlay -o "lowerdir=$ROOT,upperdir=$folder/upper,workdir=$folder/overlay" "$folder/root" 2>/dev/null ||
    cp -a "$ROOT/." "$folder/root"
  cp "release/vigil_${OLDER}_$ARCH.deb" "release/vigil_${VERSION}_$ARCH.deb" "$folder/root/root/"
  start_machine "$folder"
  etc=$folder/root/etc
  vigil_says dpkg --install "/root/vigil_${OLDER}_$ARCH.deb"
  expect 'systemd starts the service' on_machine systemctl is-active --quiet vigil
  step 'installed under systemd'
  settings_of_the_unit
  many_homes
  end_machine
}

# Runs a command on the machine; its output stays in $work/log.
vigil_says() { on_machine "$@" >"$work/log" 2>&1 || fail "$*: $(cat "$work/log")"; }
refused() {
  local words=$1
  shift
  if on_machine "$@" >"$work/log" 2>&1; then fail "was not refused: $*: $(cat "$work/log")"; fi
  expect "why $* was refused" grep -q -- "$words" "$work/log"
}
names() { expect "which database: $(cat "$work/log")" grep -qx "Database: $1" "$work/log"; }

settings_of_the_unit() {
  local embedded='embedded PostgreSQL in /var/lib/vigil/postgres' own='PostgreSQL care on localhost:5432'
  vigil_says vigil create-admin boss@example.org
  names "$embedded"
  vigil_says systemctl start postgresql@17-main
  vigil_says su postgres -c "psql --quiet -c \"CREATE ROLE vigil LOGIN PASSWORD 'a b\\\$c%d''e\\\"f'\" -c 'CREATE DATABASE care OWNER vigil'"
  mkdir -p "$etc/systemd/system/vigil.service.d"
  cat >"$etc/systemd/system/vigil.service.d/override.conf" <<'TEXT'
[Service]
Environment="ORGANISATION_NAME=The \"Slope\" $5 `x`" LOG_LEVEL=warn
EnvironmentFile=/etc/vigil/database.env
EnvironmentFile=-/etc/vigil/none.env
TEXT
  printf '; semicolons and hashes are comments\nDATABASE_URL=postgres://vigil@localhost/care\nDATABASE_PASSWORD="%s"\n' \
    "${STRANGE/\"/\\\"}" >"$etc/vigil/database.env"
  chmod 600 "$etc/vigil/database.env"
  vigil_says systemctl daemon-reload
  refused 'DATABASE_URL differs from that of the running service' vigil backup
  vigil_says vigil check-config
  # shellcheck disable=SC2016 # as it stands in the drop-in
  expect 'a setting with quotes' grep -qx 'ORGANISATION_NAME  *The "Slope" $5 `x`' "$work/log"
  names "$own"
  vigil_says systemctl restart vigil
  vigil_says vigil create-admin boss@example.org
  names "$own"
  vigil_says vigil backup /var/lib/vigil/backups/own.backup
  names "$own"
  refused 'Run it as root' setpriv --reuid=vigil --regid=vigil --init-groups vigil backup
  vigil_says systemctl stop vigil
  # With the service stopped, nothing but systemd knows its settings.
  vigil_says vigil verify-audit
  names "$own"
  vigil_says vigil restore --force /var/lib/vigil/backups/own.backup
  names "$own"
  expect 'a secret is in the journal' [ -z "$(on_machine journalctl --no-pager | grep -F "$STRANGE")" ]
  expect 'files are left in /run' [ -z "$(on_machine find /run -name 'vigil*')" ]
  rm -r "$etc/systemd/system/vigil.service.d"
  vigil_says systemctl daemon-reload
  vigil_says systemctl start vigil
  vigil_says vigil reset-password boss@example.org
  names "$embedded"
  # An empty database in the place of the one that the folder has backups of.
  vigil_says vigil backup
  vigil_says systemctl stop vigil
  vigil_says mv /var/lib/vigil/postgres /var/lib/vigil/postgres.aside
  vigil_says systemctl start vigil
  refused 'has the backups of another installation' vigil backup
  refused '.' systemctl start vigil-backup.service
  vigil_says systemctl stop vigil
  vigil_says rm -r /var/lib/vigil/postgres
  vigil_says mv /var/lib/vigil/postgres.aside /var/lib/vigil/postgres
  vigil_says systemctl start vigil
  vigil_says systemctl start vigil-backup.service
  step 'commands have the settings of the unit, while the service runs and while it is stopped'
}

many_homes() {
  local home
  for home in maple birch; do
    vigil_says vigil home add "$home" "https://$home.example.org"
    vigil_says systemctl enable --now "vigil@$home" "vigil-backup@$home.timer"
    vigil_says vigil --home "$home" create-admin "lead@$home.example.org"
    names "embedded PostgreSQL in /var/lib/vigil-homes/$home/postgres"
    sed -n 's/.*(shown once): //p' "$work/log" >"$work/$home.password"
  done
  refused 'exists already' vigil home add birch
  refused 'is not a name of a home' vigil home add ../birch
  refused 'there is no home oak' vigil --home oak backup
  refused 'Permission denied' setpriv --reuid=vigil-birch --regid=vigil-birch --clear-groups ls /var/lib/vigil-homes/maple
  refused 'Permission denied' setpriv --reuid=vigil-birch --regid=vigil-birch --clear-groups cat /etc/vigil-homes/maple/secrets.env
  expect 'a limit' [ "$(on_machine systemctl show --property=MemoryMax --value vigil@maple)" = 2147483648 ]
  vigil_says systemd-analyze security --threshold=30 --no-pager vigil@maple.service
  vigil_says systemd-analyze verify vigil@maple.service
  vigil_says systemctl start vigil-backup@maple.service
  expect 'a nightly backup' [ -n "$(find "$work/machine/root/var/lib/vigil-homes/maple/backups" -name 'core-*')" ]
  by_name
  step 'two homes, each at its name behind nginx'

  cp "$etc/vigil-homes/birch/vigil.env" "$work/birch.env"
  sed -i 's/^PORT=.*/PORT=3001/' "$etc/vigil-homes/birch/vigil.env"
  refused 'port 3001 vigil@birch' vigil --home birch check-config
  refused 'port 3001 vigil@maple' vigil home list
  cp "$work/birch.env" "$etc/vigil-homes/birch/vigil.env"
  sed -i 's/maple/birch/; s/^DATA_DIR=.*/DATA_DIR=\/var\/lib\/vigil-homes\/maple/' "$etc/vigil-homes/birch/vigil.env"
  refused 'folder /var/lib/vigil-homes/maple vigil@birch' vigil home list
  cp "$work/birch.env" "$etc/vigil-homes/birch/vigil.env"
  vigil_says vigil home list
  step 'two homes on one port or folder are refused'

  echo 'PORT=none' >>"$etc/vigil-homes/birch/vigil.env"
  refused 'vigil --home birch check-config' dpkg --install "/root/vigil_${VERSION}_$ARCH.deb"
  expect 'maple goes on in the old version' on_machine systemctl is-active --quiet vigil@maple
  cp "$work/birch.env" "$etc/vigil-homes/birch/vigil.env"
  vigil_says dpkg --install "/root/vigil_${VERSION}_$ARCH.deb"
  for home in maple birch; do
    expect "a backup of $home" [ -n "$(find "$work/machine/root/var/lib/vigil-homes/$home/backups" -name 'core-*')" ]
    expect "$home runs after the upgrade" on_machine systemctl is-active --quiet "vigil@$home"
  done
  expect 'the service without a name runs after the upgrade' on_machine systemctl is-active --quiet vigil
  step 'an upgrade backs up every home first'
}

# nginx of this computer, with the examples of the package, in the machine's network.
by_name() {
  local examples=$work/machine/root/usr/share/doc/vigil/deploy/nginx home other
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=homes \
    -keyout "$work/homes.key" -out "$work/homes.pem" 2>/dev/null
  {
    find /usr/lib/nginx/modules -name '*stream_module.so' -printf 'load_module %p;\n'
    echo "pid $work/nginx.pid; error_log stderr; events {}"
    echo "http { access_log off;"
    cat "$examples/homes/http.conf"
    echo '}'
    cat "$examples/homes/stream.conf"
  } | sed "s#/etc/nginx/vigil\.#$work/homes.#; s#/etc/nginx/vigil-proxy.conf#$examples/proxy.conf#" >"$work/nginx.conf"
  in_network nginx -c "$work/nginx.conf" -e stderr 2>"$work/log" || fail "nginx: $(cat "$work/log")"
  for home in maple birch; do
    other=$([ "$home" = maple ] && echo birch || echo maple)
    expect "the lead of $home logs in there" [ "$(log_in_at "$home" "$home")" = 200 ]
    expect "the lead of $other at $home" [ "$(log_in_at "$home" "$other")" = 401 ]
  done
  expect 'another name' [ "$(log_in_at oak maple)" = 421 ]
  kill "$(cat "$work/nginx.pid")"
}

# log_in_at HOME WHOSE: the status.
log_in_at() {
  in_network curl -sk -o /dev/null -w '%{http_code}' --resolve "$1.example.org:443:127.0.0.1" \
    "https://$1.example.org/api/auth/login" -H 'Content-Type: application/json' \
    -d "$(printf '{"email":"lead@%s.example.org","password":"%s"}' "$2" "$(cat "$work/$2.password")")"
}
