// Builds the packages into release/: tarballs and Debian packages for x64 and arm64, checksums, SBOMs and their VEX.
//
//   npm run package                        everything
//   npm run package -- --arch arm64        one architecture
//   npm run package -- --fast              quickly compressed: for tests
//   npm run package -- --no-tarball        Debian packages alone
//   npm run package -- --no-build          from the dist/ of an earlier `npm run build`
//   npm run package -- --key KEY           also the signed repository for apt (repository.ts)
//   npm run package -- --older 0.1.0       also a Debian package with that version number: for tests of upgrades
//
// The same commit builds the same files (SOURCE_DATE_EPOCH; without it, the time of the commit).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ARCHES, type Arch, isArch } from './arch.ts';
import { buildDeb } from './debian.ts';
import { stagePackage } from './stage.ts';
import { writeVex } from './vex.ts';

const RELEASE = 'release';
/** Larger ones are downloaded slowly, and show that something unwanted came in. */
const MAX_BYTES = 130e6;

const { values } = parseArgs({
  options: {
    arch: { type: 'string', multiple: true },
    fast: { type: 'boolean', default: false },
    key: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
    'no-tarball': { type: 'boolean', default: false },
    older: { type: 'string' },
  },
});
const arches = (values.arch ?? [...ARCHES]).map((text): Arch => {
  if (!isArch(text)) throw new Error(`--arch must be ${ARCHES.join(' or ')}, not ${text}`);
  return text;
});
process.umask(0o022);
if (!values['no-build']) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const { version } = JSON.parse(readFileSync('dist/package.json', 'utf8')) as { version: string };
const epoch = Number(
  process.env.SOURCE_DATE_EPOCH || execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }),
);
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'vigil/packages');
mkdirSync(cache, { recursive: true });
mkdirSync(RELEASE, { recursive: true });
for (const arch of arches) buildFor(arch);
writeChecksums();
if (values.key !== undefined)
  execFileSync('npm', ['run', '--silent', 'repository', '--', '--key', values.key], { stdio: 'inherit' });

function buildFor(arch: Arch): void {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-package-'));
  try {
    const stage = stagePackage({ arch, folder, cache, epoch });
    const name = `vigil-${version}-linux-${arch}`;
    if (!values['no-tarball']) buildTarball(stage, name);
    copyFileSync(join(stage, 'sbom.cdx.json'), join(RELEASE, `${name}.cdx.json`));
    writeVex(join(stage, 'sbom.cdx.json'), join(RELEASE, `${name}.vex.cdx.json`));
    const deb = { arch, stage, epoch, fast: values.fast, release: RELEASE };
    report(buildDeb({ ...deb, version, folder: join(folder, 'deb') }));
    if (values.older === undefined) return;
    setVersion(stage, values.older);
    report(buildDeb({ ...deb, version: values.older, folder: join(folder, 'older') }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildTarball(stage: string, name: string): void {
  const [suffix, compressor] = values.fast ? ['gz', 'gzip -1 --no-name'] : ['xz', 'xz -6 -T0'];
  const target = join(RELEASE, `${name}.tar.${suffix}`);
  const same = [
    '--sort=name',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
  ];
  const renamed = ['--transform', `flags=r;s|^vigil|${name}|`, '-C', join(stage, '..'), 'vigil'];
  execFileSync('tar', ['-c', ...same, '-I', compressor, '-f', target, ...renamed]);
  report(target);
}

function setVersion(stage: string, version: string): void {
  const file = join(stage, 'dist/package.json');
  const text = readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`);
  writeFileSync(file, text);
}

function report(file: string): void {
  const { size } = statSync(file);
  process.stdout.write(`${file}  ${(size / 1e6).toFixed(1)} MB\n`);
  if (size > MAX_BYTES && !values.fast) throw new Error(`${file} has more than ${MAX_BYTES / 1e6} MB`);
}

/** Of every file of this version in release/, so that both architectures can be built one after the other. */
function writeChecksums(): void {
  const files = readdirSync(RELEASE).filter((name) => /^vigil[-_]/.test(name) && name.includes(version));
  const lines = files.sort().map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(RELEASE, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  writeFileSync(join(RELEASE, 'SHA256SUMS'), lines.join(''));
}
