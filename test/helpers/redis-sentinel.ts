import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { freePort } from '../../loadtest/machine/free-port.ts';
import type { MadeCertificate } from './certificates.ts';
import { eventually } from './eventually.ts';
import { type Program, startProgram } from './program.ts';
import { adminOf, listenAt } from './redis.ts';

const NAME = 'vigil-test';
const QUORUM = 2;
const DOWN_AFTER_MS = 1_000;
/** Special characters, which the URL encodes. */
const PASSWORD = 'hush:/@+';
const SENTINEL_PASSWORD = 'watch&+%';

interface Server extends Program {
  readonly port: string;
  readonly admin: Redis;
}

export type TestSentinel = Awaited<ReturnType<typeof startRedisSentinel>>;

/** A master with a replica and three Sentinels; Redis and Sentinel have passwords of their own. */
export async function startRedisSentinel(tls?: MadeCertificate) {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-redis-sentinel-'));
  const all: Server[] = [];

  async function stop(): Promise<void> {
    for (const { admin } of all) admin.disconnect();
    await Promise.all(all.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  }

  async function startServer(more: readonly string[]): Promise<Server> {
    const port = await freePort();
    const listen = listenAt(port, tls).flatMap(([name, value]) => [`--${name}`, value]);
    const plain = [...listen, '--save', '', '--dir', folder];
    const secret = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
    const program = await startProgram(
      'redis-server',
      [...plain, ...secret, '--repl-diskless-sync-delay', '0', ...more],
      { ready: 'Ready to accept connections' },
    );
    const server = { ...program, port, admin: adminOf(port, tls, PASSWORD) };
    all.push(server);
    return server;
  }

  const first = await startServer([]);
  const second = await startServer(['--replicaof', '127.0.0.1', first.port]);
  await eventually('the replica is in sync', async () =>
    (await second.admin.info('replication')).includes('master_link_status:up'),
  );

  const sentinels = await Promise.all(
    [1, 2, 3].map(async (nth) => {
      const port = await freePort();
      const file = join(folder, `sentinel-${nth}.conf`);
      // Sentinel writes its state into the file.
      writeFileSync(
        file,
        [
          ...listenAt(port, tls).map((setting) => setting.join(' ')),
          `dir ${folder}`,
          `requirepass "${SENTINEL_PASSWORD}"`,
          `sentinel sentinel-pass "${SENTINEL_PASSWORD}"`,
          `sentinel monitor ${NAME} 127.0.0.1 ${first.port} ${QUORUM}`,
          `sentinel auth-pass ${NAME} "${PASSWORD}"`,
          `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
          `sentinel failover-timeout ${NAME} 5000`,
          '',
        ].join('\n'),
      );
      const program = await startProgram('redis-server', [file, '--sentinel'], { ready: '+monitor' });
      const sentinel = { ...program, port, admin: adminOf(port, tls, SENTINEL_PASSWORD) };
      all.push(sentinel);
      return sentinel;
    }),
  );
  for (const { admin } of sentinels) {
    await eventually('the Sentinel knows the replica and the other Sentinels', async () => {
      const [replicas, others] = await Promise.all([
        admin.call('SENTINEL', 'REPLICAS', NAME) as Promise<unknown[]>,
        admin.call('SENTINEL', 'SENTINELS', NAME) as Promise<unknown[]>,
      ]);
      return replicas.length === 1 && others.length === 2;
    });
  }

  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `${tls ? 'rediss' : 'redis'}+sentinel://:${encodeURIComponent(PASSWORD)}@${hosts}/${NAME}?sentinelPassword=${encodeURIComponent(SENTINEL_PASSWORD)}`,
    password: PASSWORD,
    sentinels,
    /** As most Sentinels see it. */
    async master(): Promise<Server> {
      const ports = await Promise.all(
        sentinels.map(
          async ({ admin }) =>
            ((await admin.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as string[])[1] ?? '',
        ),
      );
      return ports.filter((port) => port === second.port).length >= QUORUM ? second : first;
    },
    /** Whether the server that is not the master would lose nothing as its successor. */
    async isReplicated(): Promise<boolean> {
      const infos = await Promise.all([first, second].map(({ admin }) => admin.info('replication')));
      return infos.filter((info) => info.includes('master_link_status:up')).length === 1;
    },
    /** A failover while the master lives, as for maintenance. */
    async switchMaster(): Promise<void> {
      await eventually('a Sentinel begins the failover', () =>
        (sentinels[0]?.admin.call('SENTINEL', 'FAILOVER', NAME) ?? Promise.reject(new Error('none'))).then(
          () => true,
          // Until the replica is known to be in sync.
          () => false,
        ),
      );
    },
    stop,
  };
}
