#!/usr/bin/env bash
# Installs and upgrades the package from a signed repository with apt, in Debian 13 (scripts/debian13.sh), and sees that apt
# refuses what was changed or signed by another key. Called by scripts/check-packages.sh, which has built the packages.
# shellcheck source-path=SCRIPTDIR source=debian13.sh
. "$(dirname "$0")/debian13.sh"

cd "$(dirname "$0")/.."
readonly OLDER=0.1.0
VERSION=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
ARCH=$(dpkg --print-architecture)
readonly VERSION ARCH
readonly KEYRING=/etc/apt/keyrings/vigil-archive-keyring.gpg

step() { echo "✔ repository: $* ($SECONDS s)"; }

# A key as an owner would have it, here without a passphrase.
make_key() {
  local home=$work/gpg-$1
  mkdir -m 700 "$home"
  gpg --homedir "$home" --batch --quiet --passphrase '' --quick-generate-key "Vigil test $1 <$1@example.org>" ed25519 sign 1d
  gpg --homedir "$home" --batch --export-secret-keys >"$work/$1.key"
  gpgconf --homedir "$home" --kill all
}

# The repository of a release with the given versions.
publish() {
  rm -rf "$work/release"
  mkdir "$work/release"
  for version in "$@"; do cp "release/vigil_${version}_$ARCH.deb" "$work/release/"; done
  (cd "$work/release" && sha256sum ./*.deb >SHA256SUMS)
  npm run --silent repository -- --key "$work/owner.key" --release "$work/release" >"$work/log"
  rm -rf "$root/srv/vigil"
  cp -r "$work/release/apt" "$root/srv/vigil"
}

in_debian() {
  chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
update() { in_debian apt-get update -q -o APT::Update::Error-Mode=any >"$work/log" 2>&1; }
get() { in_debian apt-get install -q -y "$@" >"$work/log" 2>&1; }
allowed() { "$@" || fail "apt does not take it: $(cat "$work/log")"; }
# The words say why: a repository that cannot be read at all is refused, too.
refused() {
  local why=$1
  shift
  if "$@"; then fail "apt takes it: $(cat "$work/log")"; fi
  grep -Eq "$why" "$work/log" || fail "apt refuses it for another reason: $(cat "$work/log")"
}
# Another byte in the middle: the size stays.
change() { printf X | dd of="$1" bs=1 seek="$(($(stat -c %s "$1") / 2))" conv=notrunc status=none; }
is_installed() { [ "$(in_debian vigil version 2>/dev/null)" = "$1" ] || fail "version $1 is not installed"; }

# Each statement is about a component that the list of contents has.
check_vex() {
  python3 - "release/vigil-$VERSION-linux-$1" <<'PYTHON'
import json, sys, urllib.parse
bom, vex = (json.load(open(sys.argv[1] + ending)) for ending in ('.cdx.json', '.vex.cdx.json'))
assert (vex['bomFormat'], vex['specVersion']) == ('CycloneDX', '1.5')
link = 'urn:cdx:' + bom['serialNumber'].removeprefix('urn:uuid:') + '/1#'
refs = {link + urllib.parse.quote(one['bom-ref'], safe='!~*\'()') for one in bom['components']}
for one in vex['vulnerabilities']:
    assert one['analysis']['state'] == 'not_affected' and one['analysis']['detail'], one
    assert one['affects'] and {it['ref'] for it in one['affects']} <= refs, one
assert vex['vulnerabilities']
PYTHON
  step 'the VEX is about what the package contains'
}

inside() {
  work=$1 root=$1/root
  mount -t tmpfs -o size=3g,mode=755 tmpfs "$work"
  mkdir "$work/upper" "$work/overlay" "$root"
  mount -t overlay overlay -o "lowerdir=$ROOT,upperdir=$work/upper,workdir=$work/overlay" "$root" 2>/dev/null ||
    cp -a "$ROOT/." "$root"
  mount --rbind /dev "$root/dev"
  mount --rbind /proc "$root/proc"
  make_key owner
  make_key stranger
  publish "$OLDER"

  rm -rf "$root"/etc/apt/sources.list "$root"/etc/apt/sources.list.d/*
  mkdir -p "$root/etc/apt/keyrings"
  echo "deb [signed-by=$KEYRING] file:/srv/vigil stable main" >"$root/etc/apt/sources.list.d/vigil.list"
  gpg --homedir "$work/gpg-stranger" --batch --export >"$root$KEYRING"
  refused 'NO_PUBKEY|Missing key|not signed|verification' update
  step 'refused with the key of another'

  cp "$root/srv/vigil/vigil-archive-keyring.gpg" "$root$KEYRING"
  allowed update
  change "$root/srv/vigil/pool/main/v/vigil/vigil_${OLDER}_$ARCH.deb"
  refused 'Hash Sum mismatch|different size|unexpected size' get vigil
  step 'a changed package is refused'
  publish "$OLDER"
  allowed update
  allowed get vigil
  is_installed "$OLDER"
  step "version $OLDER installed"

  publish "$OLDER" "$VERSION"
  cp -r "$root/srv/vigil" "$work/good"
  for file in dists/stable/InRelease dists/stable/main/binary-"$ARCH"/Packages.gz; do
    change "$root/srv/vigil/$file"
    # apt takes the uncompressed index where it can.
    rm -f "$root/srv/vigil/dists/stable/main/binary-$ARCH/Packages"
    refused 'BAD|invalid|verification|Hash Sum mismatch|not signed|Clearsigned|OpenPGP' update
    rm -rf "$root/srv/vigil"
    cp -r "$work/good" "$root/srv/vigil"
  done
  step 'a changed index is refused'

  allowed update
  in_debian vigil status >"$work/log" 2>&1 || true
  grep -q "$VERSION is available" "$work/log" || fail "vigil status names no newer version: $(cat "$work/log")"
  allowed get --only-upgrade vigil
  is_installed "$VERSION"
  grep -qx "{\"version\":\"$VERSION\"}" "$root/srv/vigil/vigil.json" || fail 'vigil.json names another version'
  step "upgraded to $VERSION"

  gpgv --keyring "$root$KEYRING" "$work/release/SHA256SUMS.asc" "$work/release/SHA256SUMS" 2>"$work/log" ||
    fail "the signature of the checksums: $(cat "$work/log")"
  change "$work/release/SHA256SUMS"
  if gpgv --keyring "$root$KEYRING" "$work/release/SHA256SUMS.asc" "$work/release/SHA256SUMS" 2>"$work/log"; then
    fail 'changed checksums have a good signature'
  fi
  step 'the checksums are signed'
}

if [ "${1:-}" = inside ]; then
  inside "$2"
else
  need_root
  node_arch=x64
  [ "$ARCH" = amd64 ] || node_arch=$ARCH
  check_vex "$node_arch"
  install
  folder=$(mktemp -d "${TMPDIR:-/tmp}/vigil-repository-XXXXXX")
  trap 'rm -rf "$folder"' EXIT
  unshare --mount --propagation private -- "$0" inside "$folder"
fi
