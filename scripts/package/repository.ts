// Writes release/apt, a repository for apt with every Debian package in release/, and signs it and release/SHA256SUMS. It can run
// on another machine than the build, so that the key is on that machine alone.
//
//   npm run repository -- --key FILE       a secret key without a passphrase, as `gpg --export-secret-keys` writes it
//   npm run repository -- --key KEY-ID     a key of this user's keyring; its agent asks for the passphrase
//
// Needs gpg, and apt-ftparchive from Debian's package apt-utils.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ARCHES, DEBIAN_ARCH } from './arch.ts';

const SUITE = 'stable';
const POOL = 'pool/main/v/vigil';
const DEB = /^vigil_(\d+\.\d+\.\d+)_(?:amd64|arm64)\.deb$/;
/** The name that docs/packages.md gives the key. */
const PUBLIC_KEY = 'vigil-archive-keyring.gpg';
const MOST_BYTES = 64 * 1024 * 1024;

const { values } = parseArgs({
  options: { key: { type: 'string' }, release: { type: 'string', default: 'release' } },
});
const { release } = values;
const key = values.key ?? '';
if (key === '') throw new Error('--key is missing: a file with a secret key, or the ID of a key');
const debs = readdirSync(release).filter((name) => DEB.test(name));
if (debs.length === 0) throw new Error(`${release} has no Debian package: npm run package`);

const target = join(release, 'apt');
const folder = `${target}.new`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, POOL), { recursive: true });
for (const deb of debs) copyFileSync(join(release, deb), join(folder, POOL, deb));
const newest = debs
  .map((name) => DEB.exec(name)?.[1] ?? '')
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .at(-1);
// For UPDATE_URL.
writeFileSync(join(folder, 'vigil.json'), `${JSON.stringify({ version: newest })}\n`);
writeIndexes();
sign();
rmSync(target, { recursive: true, force: true });
renameSync(folder, target);
process.stdout.write(`${target}  ${debs.length} packages, the newest ${newest}\n`);

function writeIndexes(): void {
  const arches = ARCHES.map((arch) => DEBIAN_ARCH[arch]);
  for (const arch of arches) {
    const index = join(folder, 'dists', SUITE, 'main', `binary-${arch}`);
    mkdirSync(index, { recursive: true });
    const packages = ftparchive('--arch', arch, 'packages', POOL);
    writeFileSync(join(index, 'Packages'), packages);
    writeFileSync(join(index, 'Packages.gz'), gzipSync(packages, { level: 9 }));
  }
  const fields = {
    Origin: 'Vigil',
    Label: 'Vigil',
    Suite: SUITE,
    Codename: SUITE,
    Architectures: arches.join(' '),
    Components: 'main',
  };
  const options = Object.entries(fields).map(([name, value]) => `APT::FTPArchive::Release::${name}=${value}`);
  const contents = ftparchive(...options.flatMap((option) => ['-o', option]), 'release', `dists/${SUITE}`);
  writeFileSync(join(folder, 'dists', SUITE, 'Release'), contents);
}

/** Without the hashes that can be forged. */
function ftparchive(...args: string[]): Buffer {
  const strong = ['-o', 'APT::FTPArchive::MD5=false', '-o', 'APT::FTPArchive::SHA1=false'];
  return execFileSync('apt-ftparchive', [...strong, ...args], { cwd: folder, maxBuffer: MOST_BYTES });
}

/** A key from a file is in a keyring of its own, which is deleted again. */
function sign(): void {
  const keyring = existsSync(key) ? mkdtempSync(join(tmpdir(), 'vigil-key-')) : undefined;
  const gpg = (...args: string[]): Buffer =>
    execFileSync(
      'gpg',
      [...(keyring === undefined ? [] : ['--homedir', keyring]), '--batch', '--yes', ...args],
      {
        stdio: ['ignore', 'pipe', keyring === undefined ? 'inherit' : 'pipe'],
      },
    );
  try {
    if (keyring !== undefined) gpg('--import', key);
    const user = keyring === undefined ? ['--local-user', key] : [];
    const signed = (how: string, from: string, to: string) =>
      gpg(...user, '--digest-algo', 'SHA512', '--armor', how, '--output', to, from);
    const suite = join(folder, 'dists', SUITE);
    signed('--clear-sign', join(suite, 'Release'), join(suite, 'InRelease'));
    signed('--detach-sign', join(suite, 'Release'), join(suite, 'Release.gpg'));
    signed('--detach-sign', join(release, 'SHA256SUMS'), join(release, 'SHA256SUMS.asc'));
    const whose = keyring === undefined ? [key] : [];
    writeFileSync(join(folder, PUBLIC_KEY), gpg('--export', ...whose));
  } finally {
    if (keyring !== undefined) {
      execFileSync('gpgconf', ['--homedir', keyring, '--kill', 'all']);
      rmSync(keyring, { recursive: true, force: true });
    }
  }
}
