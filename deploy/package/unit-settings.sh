# shellcheck shell=sh
# What systemd sets for the service besides the files in /etc/vigil: Environment=, EnvironmentFile=, drop-ins (systemctl edit),
# defaults of the manager. The command must have the same, or it acts on another database.

# Prints it as commands of a shell. A short-lived unit with the same properties prints its environment, because systemd alone
# reads its own files exactly as it does for the service. systemd-run gets the names of variables only: other users can see its
# arguments. A file, because --pipe and --wait need D-Bus, which small installations lack.
unit_environment() (
  if [ ! -d /run/systemd/system ]; then exit 0; fi
  variables=$(systemctl show --property=Environment --value "$1") || exit
  files=$(systemctl show --property=EnvironmentFiles --value "$1") || exit
  passed=$(systemctl show --property=PassEnvironment --value "$1") || exit
  unset_ones=$(systemctl show --property=UnsetEnvironment --value "$1") || exit
  description="Settings of $1 for a command"
  # systemctl quotes them for a shell.
  eval "set -- $variables"
  for variable; do
    shift
    export "${variable?}"
    set -- "$@" --setenv="${variable%%=*}"
  done
  while IFS= read -r line; do
    case $line in
      *' (ignore_errors=yes)') set -- "$@" --property=EnvironmentFile="-${line% (*}" ;;
      *' (ignore_errors=no)') set -- "$@" --property=EnvironmentFile="${line% (*}" ;;
    esac
  done <<TEXT
$files
TEXT
  printed=$(mktemp /run/vigil-settings.XXXXXX)
  trap 'rm -f "$printed"' EXIT
  systemd-run --quiet --collect --description="$description" "$@" \
    --property=PassEnvironment="$passed" --property=UnsetEnvironment="$unset_ones" \
    --property=Type=oneshot --property=StandardOutput=truncate:"$printed" \
    /bin/sh -c 'unset JOURNAL_STREAM INVOCATION_ID SYSTEMD_EXEC_PID PWD; export -p' || exit
  cat "$printed"
)

# The service's user cannot ask systemd like that. It may run commands while the unit is as the package has it.
need_packaged_unit() {
  if [ ! -d /run/systemd/system ]; then return 0; fi
  found=$(systemctl show --property=Environment,EnvironmentFiles,PassEnvironment --value "$1" 2>/dev/null |
    grep -v '^$') || true
  [ "$found" = "HOME=$state" ] ||
    fail "only root may ask systemd which settings $1 has besides the files in $settings. Run it as root: $invocation"
}
