#!/usr/bin/env bash
# A Debian 13 with systemd as its process 1, in namespaces of its own: process numbers, network, mounts, cgroups, host name.
# Sourced by scripts/check-packages.sh; unshare runs it as `machine.sh boot FOLDER`.

# systemd sets up the rest: /run, the loopback interface, its cgroups.
boot() {
  local root=$1 device
  mount -t proc proc "$root/proc"
  # The kernel's settings are those of the whole computer.
  mount --bind "$root/proc/sys" "$root/proc/sys"
  mount -o remount,bind,ro "$root/proc/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for device in null zero full random urandom tty; do cp -a "/dev/$device" "$root/dev/"; done
  ln -s /proc/self/fd "$root/dev/fd"
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  mount -t tmpfs tmpfs "$root/dev/shm"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  exec env -i container=vigil PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    chroot "$root" /usr/lib/systemd/systemd --system --log-target=journal systemd.unit=multi-user.target
}

# start_machine FOLDER: FOLDER/root is the Debian.
start_machine() {
  local unit
  for unit in getty.target postgresql.service redis-server.service systemd-modules-load.service; do
    ln -sf /dev/null "$1/root/etc/systemd/system/$unit"
  done
  machine_cgroup=$(findmnt --noheadings --first-only --types cgroup2 --output TARGET)/vigil-check.$$
  mkdir "$machine_cgroup"
  (
    echo "$BASHPID" >"$machine_cgroup/cgroup.procs"
    exec unshare --mount --pid --fork --kill-child --cgroup --net --uts --ipc --propagation private -- \
      "$(dirname "${BASH_SOURCE[0]}")/machine.sh" boot "$1/root"
  ) >"$1/console" 2>&1 &
  machine=$!
  until_true 60 'multi-user.target of the machine' on_machine systemctl is-active --quiet multi-user.target
}

on_machine() { in_network --pid --mount --ipc --uts --cgroup --root --wd -- env -i HOME=/root LANG=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
# A program of this computer in the machine's network.
in_network() { nsenter --target "$(ps --no-headers -o pid --ppid "$machine" | tr -d ' ')" --net "$@"; }

end_machine() {
  [ -n "${machine:-}" ] || return 0
  # With process 1 all others of its namespace end.
  kill -KILL "$machine" 2>/dev/null || true
  wait "$machine" 2>/dev/null || true
  machine=
  until find "$machine_cgroup" -depth -type d -exec rmdir {} + 2>/dev/null; do sleep 0.1; done
}

if [ "${BASH_SOURCE[0]}" = "$0" ] && [ "${1:-}" = boot ]; then
  set -euo pipefail
  boot "$2"
fi
