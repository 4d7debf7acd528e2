import type { Report } from '../report.ts';
import type { GrowthCosts } from '../rules/cells.ts';
import type { MeasuredCosts, Point } from '../rules/sizing.ts';
import type { Named } from './page.ts';
import { figure, type Row, rowOf } from './tables.ts';

/** Until `npm run loadtest -- packing` has a result; PACK_AFTER_DAYS is the time. */
const PACKED = { bytesPerReading: 22.8, afterDays: 2 } as const;
const SMALL_RATES = [10, 100] as const;

/** By what the wearable sends each second. */
const MESSAGES = { reading: /^one reading/, parts: /^reading with parts/, samples: /samples/ } as const;

const stored = (results: readonly Named[], sent: keyof typeof MESSAGES): Row | undefined =>
  rowOf(results, 'disk', /./, MESSAGES[sent]);

/** Bytes of one stored reading with its indexes. */
export function bytesPerReading(results: readonly Named[]): number | undefined {
  const row = stored(results, 'reading');
  return row && figure(row, 'bytes stored');
}

/** Of the message, as JSON. */
export function bytesSentPerReading(
  results: readonly Named[],
  sent: keyof typeof MESSAGES,
): number | undefined {
  const row = stored(results, sent);
  return row && figure(row, 'bytes sent');
}

/** What a reading costs, as the results say; undefined if one of them is missing. */
export function measuredCosts(results: readonly Named[]): MeasuredCosts | undefined {
  const tablesOf = (name: string): Report['tables'] | undefined =>
    results.find((one) => one.name === name)?.result.tables;
  const instances = [...(tablesOf('instances') ?? []), ...(tablesOf('instances-rate') ?? [])];
  const flatOut = instances.find(({ title }) => title.startsWith('Maximum rate'));
  const steady = instances.find(({ title }) => title.includes('readings/s, in all'));
  const [devices] = tablesOf('growth-devices') ?? [];
  const [idle] = tablesOf('connections') ?? [];
  const diskBytesPerReading = bytesPerReading(results);
  if (flatOut === undefined || steady === undefined || devices === undefined || idle === undefined)
    return undefined;
  if (diskBytesPerReading === undefined) return undefined;
  const known = (row: Row | undefined): number => Number.parseInt(row?.name ?? '', 10);
  const resident = (row: Row | undefined): number => figure(row, 'resident MB') * 1e6;
  const [fewest, most] = [devices.rows[0], devices.rows.at(-1)];
  return {
    alone: [...smallPoints(results), pointOf(steady.rows[0]), pointOf(flatOut.rows[0])],
    together: [pointOf(steady.rows[1]), pointOf(flatOut.rows[1])],
    walBytesPerReading: Math.max(...[steady, flatOut].map(({ rows }) => figure(rows[1], 'WAL bytes each'))),
    diskBytesPerReading,
    memoryBytesPerInstance: resident(fewest),
    memoryBytesPerWearable:
      (resident(most) - resident(fewest)) / (known(most) - known(fewest)) +
      figure(idle.rows[0], 'KB each') * 1024,
  };
}

/** And what the detector's evaluation says (docs/detection.md). */
export function growthCosts(results: readonly Named[], detection: string): GrowthCosts | undefined {
  const costs = measuredCosts(results);
  if (costs === undefined) return undefined;
  const packed = rowOf(results, 'packing', /./, /^bytes of a reading/);
  const steady = rowOf(results, 'instances-rate', /in all/, /^two instances/);
  return {
    ...costs,
    packedBytesPerReading: packed === undefined ? PACKED.bytesPerReading : figure(packed, 'packed'),
    packedAfterDays: PACKED.afterDays,
    bytesSentPerReading: bytesSentPerReading(results, 'reading') ?? 0,
    redisCommandsPerReading: figure(steady, 'Redis commands each, steady'),
    falseRingsPerHour: falseRingsIn(detection),
  };
}

/** Of wearables that send parts: the column "ring per hour (goal)". */
function falseRingsIn(detection: string): number {
  const [, perHour] = /^\| parts \|(?:[^|]*\|){5} \**([\d.]+)\** \([\d.]+\) \|/m.exec(detection) ?? [];
  if (perHour === undefined) throw new Error('docs/detection.md has no false alarms that ring per hour');
  return Number(perHour);
}

/** At a low rate each reading costs more than its share of a higher one. */
const smallPoints = (results: readonly Named[]): Point[] =>
  SMALL_RATES.flatMap((perSecond) => {
    const row = rowOf(results, 'small', /^Single/, new RegExp(`^Vigil, MQTT, ${perSecond}/s`));
    if (row === undefined) return [];
    const cores = (column: string): number => (figure(row, column) * perSecond) / 1e3;
    return [{ perSecond, service: cores('server ms each'), database: cores('database ms each'), redis: 0 }];
  });

const pointOf = (row: Row | undefined): Point => ({
  perSecond: figure(row, 'readings/s'),
  service: figure(row, 'CPU service'),
  database: figure(row, 'CPU database'),
  redis: figure(row, 'CPU Redis'),
});
