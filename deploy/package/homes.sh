# shellcheck shell=sh disable=SC2034 # sets variables of vigil
# Several homes on one machine: vigil@NAME.service, a user, settings, secrets, ports and a folder for each. The user of one home
# cannot read the data of another.

readonly homes=/etc/vigil-homes homes_state=/var/lib/vigil-homes
# First ports of the homes; the service without a name has 3000 and 1883.
readonly first_port=3001 first_mqtt_port=18831

need_name() {
  case $1 in
    '' | *[!a-z0-9-]* | -* | *-) fail "\"$1\" is not a name of a home: use a to z, 0 to 9 and hyphens, such as maple-house" ;;
  esac
  # With "vigil-" it is the name of a user, who may have 32 characters.
  [ "${#1}" -le 26 ] || fail "the name $1 is too long: at most 26 characters"
}

# Sets what the commands of this home use.
select_home() {
  need_name "$1"
  [ -d "$homes/$1" ] || fail "there is no home $1: vigil home list shows them, sudo vigil home add $1 creates it."
  settings=$homes/$1 state=$homes_state/$1 runtime=/run/vigil-homes/$1 user=vigil-$1 unit=vigil@$1.service
  invocation="sudo vigil --home $1"
}

home_names() {
  for folder in "$homes"/*/; do
    if [ -e "${folder}vigil.env" ]; then basename "$folder"; fi
  done
}

# The value of a setting in a file; the last line counts.
setting_in() { sed -n "s/^ *$1 *= *[\"']\{0,1\}\([^\"']*\).*/\1/p" "$2" | tail -n 1; }

# "WHAT OWNER" for every port and folder that settings of this machine name.
claims() {
  for file in /etc/vigil/vigil.env "$homes"/*/vigil.env; do
    [ -r "$file" ] || continue
    owner=vigil@$(basename "$(dirname "$file")")
    if [ "$file" = /etc/vigil/vigil.env ]; then owner=vigil.service; fi
    for setting in PORT MQTT_PORT MQTTS_PORT METRICS_PORT TLS_ACME_PORT TLS_OWN_PORT; do
      value=$(setting_in "$setting" "$file")
      case $value in
        '' | 0 | *[!0-9]*) ;;
        *) echo "port $value $owner" ;;
      esac
    done
    folder=$(setting_in DATA_DIR "$file")
    if [ -n "$folder" ]; then echo "folder $(readlink -m -- "$folder") $owner"; fi
  done
}

# Of two homes with one port or folder, the second would not start.
refuse_shared() {
  claimed=$(claims | sort -u)
  shared=$(echo "$claimed" | sed 's/[^ ]*$//' | uniq -d)
  [ -z "$shared" ] || fail "several homes have the same, and each needs its own:
$(echo "$claimed" | grep -F "$shared")"
}

# The first port from the given one that no settings name and no program listens on.
free_port() {
  port=$1
  while claims | grep -q "^port $port " || ! is_unused "$port"; do port=$((port + 1)); done
  echo "$port"
}

is_unused() {
  "$program/bin/node" -e \
    'require("net").createServer().on("error", () => process.exit(1)).listen(+process.argv[1], function () { this.close(); })' "$1"
}

home() {
  case ${1:-} in
    add) shift && need_root && add_home "$@" ;;
    list) need_root && list_homes ;;
    *) fail 'use: vigil home add NAME [URL], or vigil home list' ;;
  esac
}

add_home() {
  case $# in 1 | 2) ;; *) fail 'use: vigil home add NAME [URL]' ;; esac
  need_name "$1"
  install -d -m 0755 "$homes" "$homes_state"
  # Two at once would find the same ports free.
  exec 8>"$homes/.lock"
  flock 8
  [ ! -e "$homes/$1" ] || fail "the home $1 exists already: $homes/$1"
  getent passwd "vigil-$1" >/dev/null || useradd --system --user-group --home-dir "$homes_state/$1" --no-create-home \
    --shell /usr/sbin/nologin --comment "Vigil of $1" "vigil-$1"
  install -d -o "vigil-$1" -g "vigil-$1" -m 0750 "$homes_state/$1"
  install -d -o "vigil-$1" -g "vigil-$1" -m 0700 "$homes_state/$1/backups"
  port=$(free_port "$first_port")
  mqtt_port=$(free_port "$first_mqtt_port")
  # Under its name when it is complete.
  staged=$(mktemp -d "$homes/.new.XXXXXX")
  trap 'rm -rf "$staged"' EXIT
  write_settings "$1" "${2:-}" >"$staged/vigil.env"
  "$program/bin/new-secrets" >"$staged/secrets.env"
  chown -R "root:vigil-$1" "$staged"
  chmod 0640 "$staged"/*.env
  chmod 0750 "$staged"
  mv "$staged" "$homes/$1"
  cat <<TEXT
The home $1 has the ports $port (HTTP) and $mqtt_port (MQTT), on this machine only. Next steps:
  1. Check its settings:      $homes/$1/vigil.env
  2. Start it:                sudo systemctl enable --now vigil@$1 vigil-backup@$1.timer
  3. Create the first admin:  sudo vigil --home $1 create-admin you@example.org
  4. Reach it by its name:    /usr/share/doc/vigil/docs/many-homes.md
TEXT
}

write_settings() {
  cat <<TEXT
# Settings of the home $1. After a change: sudo vigil --home $1 check-config && sudo systemctl restart vigil@$1
# All settings: /usr/share/doc/vigil/docs/configuration.md. secrets.env has the generated secrets: keep it with your backups.

# nginx or Caddy on this machine provides HTTPS and MQTT over TLS: /usr/share/doc/vigil/docs/many-homes.md
NODE_ENV=production
HOST=127.0.0.1
PORT=$port
MQTT_PORT=$mqtt_port
TRUST_PROXY=127.0.0.1
${2:+PUBLIC_URL=$2}
DATA_DIR=$homes_state/$1

# Accounts by invitation only.
SIGNUP_ROLES=none

# The people of a home share one address: the limit of requests counts each session for itself.
RATE_LIMIT_BY=session

# The home. First values; admins change them later in the console.
#ORGANISATION_NAME=
#TIME_ZONE=Europe/Berlin
#DEFAULT_LANGUAGE=de
TEXT
}

# Exits with 1 if two homes share something.
list_homes() {
  printf '%-26s %-6s %-6s %-9s %s\n' HOME PORT MQTT STATE DATA
  for one in $(home_names); do
    file=$homes/$one/vigil.env
    printf '%-26s %-6s %-6s %-9s %s\n' "$one" "$(setting_in PORT "$file")" "$(setting_in MQTT_PORT "$file")" \
      "$(systemctl is-active "vigil@$one" 2>/dev/null || true)" "$(setting_in DATA_DIR "$file")"
  done
  refuse_shared
}
