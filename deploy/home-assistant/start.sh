#!/bin/sh
# Process 1 of the add-on: writes the settings and starts Vigil.
set -eu
umask 077
data=/data/vigil
mkdir -p "$data"
[ -e "$data/jwt_secret" ] || od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$data/jwt_secret"
[ -e "$data/secrets_key" ] || head -c 32 /dev/urandom | base64 > "$data/secrets_key"
/usr/lib/vigil/bin/node /opt/vigil-add-on/settings.mjs /data/options.json "$data" > /etc/vigil/vigil.env
chown root:vigil /etc/vigil/vigil.env
chmod 640 /etc/vigil/vigil.env
chown -R vigil:vigil "$data"
# Home Assistant restored a backup: it has no database, but Vigil's own backup.
if [ ! -d "$data/postgres" ] && [ -e "$data/vigil.backup" ]; then vigil restore "$data/vigil.backup"; fi
exec vigil start
