import { openMqttLinks } from '../links/mqtt-link.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { QUEUE_SETTINGS, requireMosquitto } from '../machine/mosquitto.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { inRounds, type Measured, measure, noneFailed } from '../measured.ts';
import { type Killed, killUnderLoad } from '../mosquitto/kills.ts';
import { type RowsPerInsert, stackHome } from '../mosquitto/stack.ts';
import { emptySubscriberTable, SUBSCRIBER_TABLE, storedSince, VIGIL_TABLE } from '../mosquitto/tables.ts';
import { inChapter } from '../progress.ts';
import type { Figures } from '../report.ts';
import { count, duration } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices } from '../seed.ts';
import { comparedWithTable } from '../stored.ts';

const GOAL = 1.15;

interface Beside extends Measured {
  readonly storedPerSecond: number;
  /** Acknowledged readings at the end of the load. */
  readonly notStored: number;
  readonly storedP50: number;
  readonly storedP99: number;
}

const STACKS: readonly { readonly name: string; readonly rows: RowsPerInsert }[] = [
  { name: 'Mosquitto, subscriber with batched INSERTs', rows: 'many' },
  { name: 'Mosquitto, subscriber with one INSERT each', rows: 'one' },
];

interface Field {
  readonly vigil: RunningVigil;
  readonly devices: readonly SeededDevice[];
  readonly window: number;
  readonly seconds: number;
}

export const mosquitto = scenario({
  about:
    'Vigil compared with Mosquitto and a subscriber that inserts into the same PostgreSQL, QoS 1: readings acknowledged and stored,\n' +
    'delay until stored, and loss after a kill -9 under load.',
  options: {
    connections: count(500, 'connections, one wearable each'),
    window: count(4, 'readings in flight on each connection'),
    duration: duration('5s', 'how long each server is measured in a round'),
    rounds: count(3, 'number of rounds in which the servers take turns; the median of each counts'),
    kill: duration('3s', 'duration of the load before the kill'),
  },
  async run({ connections, window, duration: seconds, rounds, kill: killAfter }) {
    requireMosquitto();
    requireOpenFiles(connections);
    const vigil = await startVigil();
    const devices = await seedDevices(vigil.databaseUrl, connections);
    const field: Field = { vigil, devices, window, seconds };
    const contestants = [
      { name: 'Vigil', run: (name: string) => besideVigil(name, field) },
      ...STACKS.map(({ name, rows }) => ({ name, run: () => besideStack(name, rows, field) })),
    ];
    const { done, check } = await comparedWithTable(vigil.databaseUrl, async () => {
      const measured = await inRounds(
        rounds,
        contestants.map(({ name, run }) => (round: number) => {
          inChapter(`${round}/${rounds} ${name}`);
          return run(name);
        }),
      );
      const [ours, ...others] = measured;
      if (ours === undefined) throw new Error('nothing was measured');
      return { measured, ours, others, acknowledged: ours.acknowledged, unanswered: ours.unanswered };
    });
    const { measured, ours, others } = done;
    const killed = await kills({ ...field, seconds: killAfter });
    const [ourKill] = killed;
    if (ourKill === undefined) throw new Error('nothing was killed');
    return {
      tables: [
        {
          title: `QoS 1 readings, ${connections} connections, closed loop, ${window} in flight on each`,
          rows: measured.map((one) => ({ name: one.name, figures: figuresOf(one) })),
        },
        {
          title: `kill -9 under load, after ${killAfter} s, and a new start`,
          rows: killed.map(({ name, acknowledged, lost }) => ({
            name,
            figures: { acknowledged, lost, 'lost %': (100 * lost) / acknowledged },
          })),
        },
      ],
      ratios: others.map(({ name, perSecond }) => ({
        name: `Vigil, stored / ${name}, acknowledged`,
        value: ours.storedPerSecond / perSecond,
        goal: GOAL,
      })),
      checks: [
        { ...check, name: `Vigil: ${check.name}` },
        noneFailed(ours),
        {
          name: 'Vigil: a kill -9 loses nothing that was acknowledged',
          found: `${ourKill.lost} of ${ourKill.acknowledged} lost`,
          holds: ourKill.lost === 0 && ourKill.acknowledged > 0,
        },
      ],
      notes: NOTES,
    };
  },
});

const NOTES = [
  "Mosquitto uses Debian's default persistence: on, written every 30 minutes and at shutdown. A shorter autosave_interval would lose " +
    `less and was not tested. max_queued_messages is ${QUEUE_SETTINGS.max_queued_messages} (no limit), because with the default of ` +
    '1000 Mosquitto drops acknowledged messages as soon as the subscriber is slower. ' +
    `max_inflight_messages is ${QUEUE_SETTINGS.max_inflight_messages}, because with the default of 20 the subscriber waits for its own acknowledgements.`,
  'The subscriber is mqtt.js with a persistent session and default acknowledgements: it acknowledges a message on delivery, before ' +
    'it is stored, so unstored messages wait in its memory. Batched: 500 rows or 100 ms. "Server" is the broker and the subscriber together.',
  '"To stored" counts from sending. For Vigil it ends with the PUBACK, which follows the commit. For the subscriber it ends at the start ' +
    'of the INSERT, and only readings that were stored by the end count. Vigil also scores every reading.',
  'The test kills a Vigil instance, but not its database. It kills Mosquitto and the subscriber, but not their database.',
];

const acknowledged = (): void => {};

async function besideVigil(name: string, { vigil, devices, window, seconds }: Field): Promise<Beside> {
  const before = new Date();
  const measured = await measure({
    name,
    payers: vigil,
    open: () => openMqttLinks(vigil.mqttPort, devices, { acknowledged }),
    seconds,
    window,
    rate: undefined,
  });
  const { count: rows } = await storedSince(vigil.databaseUrl, VIGIL_TABLE, before);
  const { p50: storedP50, p99: storedP99 } = measured;
  const notStored = notStoredOf(measured, rows);
  return {
    ...measured,
    storedPerSecond: measured.perSecond * (1 - notStored),
    notStored,
    storedP50,
    storedP99,
  };
}

/** A new broker and an empty table for each round, so that the queue of an earlier round does not count. */
async function besideStack(name: string, rowsPerInsert: RowsPerInsert, field: Field): Promise<Beside> {
  const { vigil, devices, window, seconds } = field;
  const { databaseUrl, postmasterPid } = vigil;
  const stack = await (await stackHome(databaseUrl, rowsPerInsert)).start();
  const before = new Date();
  const measured = await measure({
    name,
    payers: { pid: stack.brokerPid, helpers: [stack.subscriberPid], postmasterPid },
    open: () => openMqttLinks(stack.port, devices, { acknowledged }),
    seconds,
    window,
    rate: undefined,
  });
  const began = new Date(Date.now() - measured.seconds * 1000);
  await stack.kill();
  const { count: rows } = await storedSince(databaseUrl, SUBSCRIBER_TABLE, before);
  const during = await storedSince(databaseUrl, SUBSCRIBER_TABLE, began);
  await emptySubscriberTable(databaseUrl);
  const storedPerSecond = during.count / measured.seconds;
  const notStored = notStoredOf(measured, rows);
  return { ...measured, storedPerSecond, notStored, storedP50: during.p50, storedP99: during.p99 };
}

const notStoredOf = ({ acknowledged }: Measured, rows: number): number =>
  Math.max(0, acknowledged - rows) / acknowledged;

async function kills({ vigil, devices, window, seconds }: Field): Promise<Killed[]> {
  const { databaseUrl } = vigil;
  const load = { databaseUrl, devices, window, seconds };
  inChapter('kill -9 Vigil');
  const start = () => startVigil({ DATABASE_URL: databaseUrl });
  const victim = await start();
  const ours = await killUnderLoad({
    ...load,
    name: 'Vigil',
    port: victim.mqttPort,
    table: VIGIL_TABLE,
    async kill() {
      process.kill(victim.pid, 'SIGKILL');
      await victim.stop();
    },
    restart: start,
  });
  const killed = [ours];
  for (const { name, rows } of STACKS) {
    inChapter(`kill -9 ${name}`);
    const home = await stackHome(databaseUrl, rows);
    const stack = await home.start();
    const { port, kill } = stack;
    let again = stack;
    const restart = async () => {
      again = await home.start();
    };
    killed.push(await killUnderLoad({ ...load, name, port, table: SUBSCRIBER_TABLE, kill, restart }));
    await again.kill();
    await emptySubscriberTable(databaseUrl);
  }
  return killed;
}

const figuresOf = (one: Beside): Figures => ({
  'acknowledged/s': Math.round(one.perSecond),
  'stored/s': Math.round(one.storedPerSecond),
  'not stored at the end %': 100 * one.notStored,
  'acknowledged p50 ms': one.p50,
  'p99 ms': one.p99,
  'to stored p50 ms': one.storedP50,
  'to stored p99 ms': one.storedP99,
  'CPU server': one.costs.server / one.seconds,
  'CPU database': one.costs.database / one.seconds,
  'CPU generator': one.costs.generator / one.seconds,
  failed: one.failed,
});
