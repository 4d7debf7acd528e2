import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Arch, DEBIAN_ARCH } from './arch.ts';

const SOURCES = 'deploy/package';
const MAINTAINER_SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'];
const SERVICES = ['vigil.service', 'vigil@.service'];
const BACKUPS = ['vigil-backup', 'vigil-backup@'].flatMap((name) => [`${name}.service`, `${name}.timer`]);
/** uWebSockets.js for Node 22 needs this C library: Debian 13, Ubuntu 24.04. */
const DEPENDS = 'libc6 (>= 2.38), libstdc++6, libgcc-s1, debconf (>= 0.5) | debconf-2.0, passwd';

interface DebianDeps {
  readonly arch: Arch;
  readonly version: string;
  readonly stage: string;
  /** Where the package's tree is laid out. */
  readonly folder: string;
  /** Where the package is put. */
  readonly release: string;
  readonly epoch: number;
  readonly fast: boolean;
}

/** Builds the Debian package of a staged tree and returns its path. Needs dpkg-deb, but not root. */
export function buildDeb({ arch, version, stage, folder: tree, release, epoch, fast }: DebianDeps): string {
  const target = join(release, `vigil_${version}_${DEBIAN_ARCH[arch]}.deb`);
  const into = (path: string): string => {
    mkdirSync(join(tree, path), { recursive: true });
    return join(tree, path);
  };
  into('usr/lib');
  // Hard links: the tree is large, and dpkg-deb only reads it.
  execFileSync('cp', ['-al', stage, join(tree, 'usr/lib/vigil')]);
  symlinkSync('../lib/vigil/bin/vigil', join(into('usr/bin'), 'vigil'));
  const units = into('usr/lib/systemd/system');
  for (const unit of [...SERVICES, ...BACKUPS]) copyFileSync(`${SOURCES}/${unit}`, join(units, unit));
  for (const unit of SERVICES)
    copyFileSync(`${SOURCES}/common.conf`, join(into(`usr/lib/systemd/system/${unit}.d`), '00-common.conf'));
  copyFileSync(`${SOURCES}/vigil.env`, join(into('etc/vigil'), 'vigil.env'));
  const doc = join(into('usr/share/doc'), 'vigil');
  renameSync(join(tree, 'usr/lib/vigil/doc'), doc);
  copyFileSync(`${SOURCES}/debian/copyright`, join(doc, 'copyright'));
  writeFileSync(join(doc, 'changelog.gz'), gzipSync(readFileSync('CHANGELOG.md'), { level: 9 }));
  const control = into('DEBIAN');
  for (const script of MAINTAINER_SCRIPTS) cpSync(`${SOURCES}/debian/${script}`, join(control, script));
  nameChanges(join(control, 'preinst'));
  copyFileSync(`${SOURCES}/debian/templates`, join(control, 'templates'));
  writeFileSync(join(control, 'conffiles'), '/etc/vigil/vigil.env\n');
  writeFileSync(join(control, 'control'), controlOf({ arch, version, size: sizeOf(tree) }));
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', ...readdirSync(tree).map((name) => join(tree, name))]);
  const compression = fast ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', tree, target], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
  return target;
}

/** Writes the number of the last migration that changes readings into the script. */
function nameChanges(script: string): void {
  const changing = readdirSync('sql').filter((file) =>
    /^-- changes: readings$/m.test(readFileSync(`sql/${file}`, 'utf8')),
  );
  const last = Number(changing.sort().at(-1)?.slice(0, 3) ?? 0);
  writeFileSync(script, readFileSync(script, 'utf8').replace(/^changing=0$/m, `changing=${last}`));
}

/** In kB. */
const sizeOf = (folder: string): number =>
  Number(execFileSync('du', ['-sk', '--apparent-size', folder], { encoding: 'utf8' }).split('\t')[0]);

function controlOf({ arch, version, size }: { arch: Arch; version: string; size: number }): string {
  return `Package: vigil
Version: ${version}
Architecture: ${DEBIAN_ARCH[arch]}
Maintainer: Vigil <vigil@localhost>
Installed-Size: ${size}
Depends: ${DEPENDS}
Section: net
Priority: optional
Description: real-time fall monitoring
 Wearables publish readings, Vigil detects falls and notifies caregivers until
 one of them takes over. The package brings its own Node and PostgreSQL.
 .
 Vigil is not a medical device.
`;
}
