// The programs of deploy/ha on one machine: two PostgreSQL under Patroni with etcd, two Redis with Sentinels, and HAProxy, from the
// settings that make-settings writes. Each machine is an address of the loopback network, so that ports stay as they are.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { signalFolder } from '../../loadtest/machine/signal-folder.ts';
import { makeCertificate } from './certificates.ts';
import { eventually } from './eventually.ts';
import { type Program, startProgram } from './program.ts';
import { inProject } from './project.ts';

const PROGRAMS = ['patroni', 'patronictl', 'etcd', 'haproxy', 'redis-server', 'redis-sentinel'];
const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const POSTGRES_PORT = 5432;
/** A lost primary is replaced after 20 s, and a standby is copied at first. */
export const FAILOVER_MS = 120_000;

const missing = [
  ...PROGRAMS.filter((name) => spawnSync(name, ['--version']).error !== undefined),
  ...(existsSync(POSTGRES_VERSIONS) ? [] : ['postgresql']),
  // Patroni runs as the user postgres, and pg_hba.conf goes by it.
  ...(process.geteuid?.() === 0 ? [] : ['root']),
];
export const WITHOUT_THEM =
  missing.length === 0 || process.env.CI === 'true' ? false : `needs ${missing.join(', ')}`;

type Name = 'a' | 'b' | 'witness';

interface Member {
  readonly name: 'a' | 'b';
  readonly role: string;
}

interface Pair {
  readonly leader: 'a' | 'b';
  readonly standby: 'a' | 'b';
}

/** A PostgreSQL with its Patroni. */
interface Node {
  start(): Promise<void>;
  /** Both at once: SIGKILL as if the machine had died, SIGSTOP as if it were frozen. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
}

export interface HaSet {
  /** The address of the balancer. */
  readonly address: string;
  readonly httpsPort: string;
  readonly mqttsPort: string;
  /** What the settings give the instance on this machine. */
  envOf(name: 'a' | 'b'): Readonly<Record<string, string>>;
  /** Of Vigil's database, past the other host. */
  databaseUrl(name: 'a' | 'b'): string;
  readonly nodes: Readonly<Record<'a' | 'b', Node>>;
  /** The primary, once it has a synchronous standby. */
  pair(): Promise<Pair>;
  /** Waits until this one is the primary. */
  leads(name: 'a' | 'b'): Promise<void>;
  switchover(leader: 'a' | 'b', candidate: 'a' | 'b'): Promise<void>;
  close(): Promise<void>;
}

export async function startHaSet(): Promise<HaSet> {
  const folder = await realpath(mkdtempSync(join(tmpdir(), 'ha-')));
  // For PostgreSQL, which runs as another user.
  chmodSync(folder, 0o755);
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const addresses: Readonly<Record<Name, string>> = {
    a: `${network}.11`,
    b: `${network}.12`,
    witness: `${network}.13`,
  };
  const address = `${network}.10`;
  const [httpPort, httpsPort, mqttsPort] = [await freePort(), await freePort(), await freePort()];
  const version = readdirSync(POSTGRES_VERSIONS).sort().at(-1);
  execFileSync(inProject('deploy', 'ha', 'make-settings'), [
    join(folder, 'settings'),
    ...[`A=${addresses.a}`, `B=${addresses.b}`, `WITNESS=${addresses.witness}`],
    ...[`VIP=${address}/24`, 'INTERFACE=eth0', 'NAME=localhost', `POSTGRES=${version}`],
  ]);
  const { certFile, keyFile } = makeCertificate(folder, 'haproxy');
  writeFileSync(join(folder, 'vigil.pem'), readFileSync(certFile, 'utf8') + readFileSync(keyFile, 'utf8'));

  const settings = (name: Name, file: string) => join(folder, 'settings', name, file);
  const home = (name: Name) => join(folder, name);

  /** Replaces what belongs to a machine of its own, and returns the file where install-settings has put it. */
  function adapt(name: Name, file: string, target: string, places: Readonly<Record<string, string>>): string {
    const installed = join(home(name), target);
    let text = readFileSync(installed, 'utf8');
    for (const [documented, here] of Object.entries(places)) {
      if (!text.includes(documented)) throw new Error(`no ${documented} in ${file}`);
      text = text.replaceAll(documented, here);
    }
    writeFileSync(installed, text);
    return installed;
  }

  const programs: Program[] = [];
  const run = async (...args: Parameters<typeof startProgram>): Promise<Program> => {
    const program = await startProgram(...args);
    programs.push(program);
    return program;
  };

  for (const name of ['a', 'b', 'witness'] as const) {
    for (const of of ['', 'etcd', 'redis', 'postgres']) mkdirSync(join(home(name), of), { recursive: true });
    execFileSync('chown', ['postgres', join(home(name), 'postgres')]);
    chmodSync(home(name), 0o755);
    execFileSync(inProject('deploy', 'ha', 'install-settings'), [join(folder, 'settings', name)], {
      env: { ...process.env, DESTDIR: home(name), VIGIL_GROUP: 'root' },
    });
  }

  async function startEtcd(name: Name): Promise<void> {
    const file = adapt(name, 'etcd.env', 'etc/default/etcd', {
      '/var/lib/etcd/vigil': join(home(name), 'etcd', 'data'),
    });
    const env = Object.entries(parseEnv(readFileSync(file, 'utf8'))).map(([key, value]) => `${key}=${value}`);
    await run('env', [...env, 'etcd'], { ready: 'ready to serve client requests' });
  }

  async function startRedisOf(name: 'a' | 'b'): Promise<void> {
    const file = adapt(name, 'redis.conf', 'etc/redis/redis.conf', {
      '/var/lib/redis': join(home(name), 'redis'),
    });
    await run('redis-server', [file], { ready: 'Ready to accept connections' });
  }

  async function startSentinel(name: Name): Promise<void> {
    const file = adapt(name, 'sentinel.conf', 'etc/redis/sentinel.conf', {
      '/var/lib/redis': join(home(name), 'redis'),
    });
    await run('redis-sentinel', [file], { ready: '+monitor' });
  }

  async function prepareNode(name: 'a' | 'b'): Promise<Node> {
    const own = join(home(name), 'postgres');
    const file = adapt(name, 'patroni.yml', 'etc/patroni/config.yml', {
      '/etc/patroni/create-database.sql': join(home(name), 'etc/patroni/create-database.sql'),
      '/var/lib/postgresql/vigil': join(own, 'data'),
      '/var/lib/postgresql/patroni.pgpass': join(own, 'pgpass'),
      '/var/run/postgresql': own,
      // Where connections of the loopback network come from.
      [`${addresses.a}/32`]: '127.0.0.1/32',
      [`${addresses.b}/32`]: '127.0.0.1/32',
    });
    const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--', 'patroni', file];
    let program: Program | undefined;
    return {
      async start() {
        program = await startProgram('setpriv', asPostgres, { ready: 'Lock owner' });
      },
      async signal(signal) {
        if (signal === 'SIGKILL') await program?.stop();
        else program?.signal(signal);
        await signalFolder(own, signal);
      },
    };
  }

  const nodes = { a: await prepareNode('a'), b: await prepareNode('b') };

  const ask = (name: 'a' | 'b', path: string) =>
    fetch(`http://${addresses[name]}:8008${path}`, { signal: AbortSignal.timeout(3_000) });

  /** Its own Patroni says so: it holds the lock, and its PostgreSQL takes writes. */
  const isPrimary = (name: 'a' | 'b') =>
    ask(name, '/primary').then(
      ({ status }) => status === 200,
      () => false,
    );

  async function syncStandbyOf(name: 'a' | 'b'): Promise<'a' | 'b' | undefined> {
    const { members } = (await (await ask(name, '/cluster')).json()) as { members: Member[] };
    return members.find(({ role }) => role === 'sync_standby')?.name;
  }

  const envOf = (name: 'a' | 'b'): Readonly<Record<string, string>> => ({
    ...parseEnv(readFileSync(settings(name, 'vigil.env'), 'utf8')),
    ...parseEnv(readFileSync(settings(name, 'secrets.env'), 'utf8')),
    DATA_DIR: join(home(name), 'vigil'),
    TRUST_PROXY: '127.0.0.1',
  });

  async function close(): Promise<void> {
    for (const node of Object.values(nodes)) await node.signal('SIGKILL');
    for (const program of programs) await program.stop();
    await rm(folder, { recursive: true, force: true });
  }

  const leads = (name: 'a' | 'b') => eventually(`${name} is the primary`, () => isPrimary(name), FAILOVER_MS);

  async function pair(): Promise<Pair> {
    let found: Pair | undefined;
    await eventually(
      'the primary has a synchronous standby',
      async () => {
        for (const leader of ['a', 'b'] as const) {
          const standby = (await isPrimary(leader)) ? await syncStandbyOf(leader) : undefined;
          if (standby !== undefined && standby !== leader) found = { leader, standby };
        }
        return found !== undefined;
      },
      FAILOVER_MS,
    );
    return found ?? Promise.reject(new Error('no pair'));
  }

  try {
    await Promise.all((['a', 'b', 'witness'] as const).map(startEtcd));
    for (const name of ['a', 'b'] as const) await startRedisOf(name);
    for (const name of ['a', 'b', 'witness'] as const) await startSentinel(name);
    await Promise.all(Object.values(nodes).map((node) => node.start()));
    const balancer = adapt('a', 'haproxy.cfg', 'etc/haproxy/haproxy.cfg', {
      ':::80 v4v6': `${address}:${httpPort}`,
      ':::443 v4v6': `${address}:${httpsPort}`,
      ':::8883 v4v6': `${address}:${mqttsPort}`,
      '/etc/haproxy/vigil.pem': join(folder, 'vigil.pem'),
      '/run/haproxy/admin.sock': join(home('a'), 'admin.sock'),
    });
    await run('haproxy', ['-W', '-db', '-f', balancer], { ready: 'Loading success' });
    await pair();
    return {
      address,
      httpsPort,
      mqttsPort,
      envOf,
      databaseUrl: (name) =>
        (envOf(name).DATABASE_URL ?? '').replace(/@[^/]+/, `@${addresses[name]}:${POSTGRES_PORT}`),
      nodes,
      pair,
      leads,
      async switchover(leader, candidate) {
        const file = join(home(leader), 'etc/patroni/config.yml');
        const names = ['--leader', leader, '--candidate', candidate];
        await promisify(execFile)('patronictl', ['-c', file, 'switchover', 'vigil', ...names, '--force']);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
