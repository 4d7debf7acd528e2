import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Redis } from 'ioredis';
import { freePort } from '../../loadtest/machine/free-port.ts';
import type { MadeCertificate } from './certificates.ts';
import { eventually } from './eventually.ts';
import { type Program, startProgram } from './program.ts';
import { adminOf, listenAt } from './redis.ts';

const MASTERS = 3;
const SLOTS = 16_384;
/** The replica of a dead master takes over about twice this time later. */
const NODE_TIMEOUT_MS = 1_500;

interface Node extends Program {
  readonly port: string;
  readonly admin: Redis;
}

export type TestRedisCluster = Awaited<ReturnType<typeof startRedisCluster>>;

/** Three masters with a replica each, without persistence. */
export async function startRedisCluster(tls?: MadeCertificate) {
  const folders: string[] = [];
  const nodes: Node[] = [];

  async function stop(): Promise<void> {
    for (const { admin } of nodes) admin.disconnect();
    await Promise.all(nodes.map((node) => node.stop()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }

  async function startNode(): Promise<void> {
    const [port, busPort] = await Promise.all([freePort(), freePort()]);
    const folder = mkdtempSync(join(tmpdir(), 'vigil-redis-node-'));
    folders.push(folder);
    const cluster = ['--cluster-enabled', 'yes', '--cluster-port', busPort];
    const timeout = ['--cluster-node-timeout', String(NODE_TIMEOUT_MS)];
    // A replica replicates from the first moment on.
    const quick = ['--repl-diskless-sync-delay', '0', '--cluster-replica-validity-factor', '0'];
    const listen = listenAt(port, tls).flatMap(([name, value]) => [`--${name}`, value]);
    if (tls) listen.push('--tls-cluster', 'yes');
    const plain = ['--save', '', '--dir', folder];
    const program = await startProgram(
      'redis-server',
      [...listen, ...plain, ...cluster, ...timeout, ...quick],
      {
        ready: 'Ready to accept connections',
      },
    );
    nodes.push({ ...program, port, admin: adminOf(port, tls) });
  }

  try {
    await Promise.all(Array.from({ length: 2 * MASTERS }, startNode));
    await createCluster(nodes, tls);
  } catch (error) {
    await stop();
    throw error;
  }

  const nodeAt = (port: number): Node => {
    const node = nodes.find((one) => one.port === String(port));
    if (node === undefined) throw new Error(`no node has port ${port}`);
    return node;
  };

  /** The master that has the slot, as most living nodes see it. */
  async function masterOf(slot: number): Promise<Node> {
    const living = nodes.filter(({ admin }) => admin.status === 'ready');
    const seen = await Promise.all(
      living.map(async ({ admin }) => {
        const ranges = await admin.cluster('SLOTS');
        return ranges.find(([from, to]) => from <= slot && slot <= to)?.[2]?.[1] ?? 0;
      }),
    );
    return nodeAt(seen.toSorted((x, y) => x - y)[seen.length >> 1] ?? 0);
  }

  return {
    url: `${tls ? 'rediss' : 'redis'}+cluster://${nodes.slice(0, MASTERS).map(addressOf).join(',')}`,
    nodes,
    masterOf,
    async replicaOf(master: Node): Promise<Node> {
      const id = String(await master.admin.cluster('MYID'));
      const known = String(await master.admin.cluster('NODES')).split('\n');
      const line = known.find((one) => one.includes(` slave ${id} `)) ?? '';
      return nodeAt(Number(/:(\d+)@/.exec(line)?.[1]));
    },
    /** As an operator's tool does it: keys one by one, with redirects meanwhile. */
    async moveSlot(slot: number, to: Node): Promise<void> {
      const from = await masterOf(slot);
      const [source, target] = [await from.admin.cluster('MYID'), await to.admin.cluster('MYID')];
      await to.admin.cluster('SETSLOT', slot, 'IMPORTING', String(source));
      await from.admin.cluster('SETSLOT', slot, 'MIGRATING', String(target));
      const keys = (await from.admin.cluster('GETKEYSINSLOT', slot, SLOTS)) as string[];
      for (const key of keys) await from.admin.migrate('127.0.0.1', to.port, key, 0, 5_000);
      const [left] = (await from.admin.cluster('GETKEYSINSLOT', slot, 1)) as string[];
      if (left !== undefined) throw new Error(`${left} is left behind`);
      await to.admin.cluster('SETSLOT', slot, 'NODE', String(target));
      await from.admin.cluster('SETSLOT', slot, 'NODE', String(target));
    },
    stop,
  };
}

const addressOf = ({ port }: Node): string => `127.0.0.1:${port}`;

async function createCluster(nodes: readonly Node[], tls: MadeCertificate | undefined): Promise<void> {
  const create = ['--cluster', 'create', ...nodes.map(addressOf), '--cluster-replicas', '1', '--cluster-yes'];
  await promisify(execFile)('redis-cli', [...(tls ? ['--tls', '--cacert', tls.certFile] : []), ...create]);
  for (const { admin } of nodes) {
    await eventually('the node knows the whole cluster', async () => {
      const [info, known] = await Promise.all([admin.cluster('INFO'), admin.cluster('NODES')]);
      const replicas = String(known).match(/[ ,]slave /g)?.length;
      return String(info).includes('cluster_state:ok') && replicas === nodes.length - MASTERS;
    });
    await eventually('the replica is in sync', async () =>
      /role:master|master_link_status:up/.test(await admin.info('replication')),
    );
  }
}
