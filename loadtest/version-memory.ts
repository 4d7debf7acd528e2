// Memory of an idle connection in MQTT 3.1.1 and in version 5, in services that take turns.
import type { Link } from './links/link.ts';
import { type MqttVersion, openMqttLinks } from './links/mqtt-link.ts';
import { closedLoop } from './loops/closed-loop.ts';
import { startVigil } from './machine/service.ts';
import { collectable, usedMemory } from './machine/used-memory.ts';
import { WARM_UP_SECONDS } from './measured.ts';
import { doing, inChapter } from './progress.ts';
import type { Check, Findings, Table } from './report.ts';
import { type SeededDevice, seedDevices, withDeviceTokens } from './seed.ts';

const MOST_MORE = 1.05;
const WARM_UP_SENDERS = 200;
const WARM_UP_WINDOW = 10;
const VERSIONS: readonly MqttVersion[] = [4, 5];

interface Kind {
  readonly name: string;
  readonly persistent: boolean;
}

const KINDS: readonly Kind[] = [
  { name: 'clean sessions', persistent: false },
  { name: 'persistent sessions with a subscription', persistent: true },
];

export interface VersionMemory {
  readonly connections: number;
  /** Connections before the measured ones, for code, pools and pages that all share. */
  readonly first: number;
  readonly rounds: number;
}

export async function compareVersions({ connections, first, rounds }: VersionMemory): Promise<Findings> {
  const host = await startVigil();
  const { databaseUrl } = host;
  const devices = await withDeviceTokens(databaseUrl, await seedDevices(databaseUrl, first + connections));
  const [warming, idle] = [devices.slice(0, first), devices.slice(first)];

  async function measured(protocol: MqttVersion, { persistent }: Kind): Promise<number> {
    const vigil = await startVigil({ DATABASE_URL: databaseUrl }, collectable());
    const open = (some: readonly SeededDevice[]): Promise<Link[]> =>
      openMqttLinks(vigil.mqttPort, some, { protocol, persistent });
    // They stay open, so that no memory of closed connections is reused.
    const warm = await open(warming);
    if (!persistent) await closedLoop(warm.slice(0, WARM_UP_SENDERS), WARM_UP_WINDOW, WARM_UP_SECONDS);
    const before = await usedMemory(vigil);
    const links = await open(idle);
    doing('waiting for garbage collection');
    const after = await usedMemory(vigil);
    for (const link of [...warm, ...links]) link.close();
    await vigil.stop();
    return (after - before) / connections;
  }

  const compared: Compared[] = [];
  for (const kind of KINDS) {
    const all = new Map<MqttVersion, number[]>(VERSIONS.map((version) => [version, []]));
    for (let round = 1; round <= rounds; round++) {
      for (const version of VERSIONS) {
        inChapter(`${round}/${rounds} MQTT ${nameOf(version)}, ${kind.name}`);
        all.get(version)?.push(await measured(version, kind));
      }
    }
    compared.push({ kind, older: median(all.get(4)), newer: median(all.get(5)) });
  }
  await host.stop();
  return {
    tables: compared.map((one) => versionTable(connections, one)),
    checks: compared.map(versionCheck),
  };
}

interface Compared {
  readonly kind: Kind;
  /** Bytes of one connection in 3.1.1 and in 5. */
  readonly older: number;
  readonly newer: number;
}

const nameOf = (version: MqttVersion): string => (version === 4 ? '3.1.1' : '5');

const median = (rounds: readonly number[] = []): number =>
  rounds.toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;

const versionTable = (connections: number, { kind, older, newer }: Compared): Table => ({
  title: `Memory of ${connections} idle MQTT connections without garbage, ${kind.name}`,
  rows: [
    { name: 'MQTT 3.1.1', figures: { 'bytes each': older } },
    { name: 'MQTT 5', figures: { 'bytes each': newer, '/ 3.1.1': newer / older } },
  ],
});

const versionCheck = ({ kind, older, newer }: Compared): Check => ({
  name: `${kind.name}: a connection of MQTT 5 uses at most ${MOST_MORE} times the memory of one of 3.1.1`,
  found: (newer / older).toFixed(3),
  holds: newer <= MOST_MORE * older,
});
