// What a number of wearables needs, in cells: installations of at most 5 000 wearables, each with its own database.
import { type MeasuredCosts, SHARE_USED, type Size, sizeOf } from './sizing.ts';

/** Figures that a reader may want to change: nothing measured says them. */
export const ASSUMED = {
  /** One ordinary pair of servers, 20 to 50 homes. */
  wearablesPerCell: 5_000,
  /** Up to here a home runs on one machine with one instance, and accepts a restart. */
  wearablesOnOneMachine: 1_000,
  /** Real falls per bed and year. */
  fallsPerYear: 1.6,
  /** Of a day with movements that can be mistaken for a fall. */
  wakingHours: 16,
  /** Of a caregiver who goes to an alarm and comes back. */
  minutesPerAlarm: 5,
  leastCores: 2,
  /** Of a server for PostgreSQL, Redis and the system; the instance comes on top. */
  memoryBesideService: 4e9,
  /** Of a home among others on one machine, all in all: the limit of its unit. */
  memoryOfHome: 2e9,
  /** The rest of a disk stays free. */
  shareOfDisk: 0.8,
} as const;

export interface GrowthCosts extends MeasuredCosts {
  readonly packedBytesPerReading: number;
  readonly packedAfterDays: number;
  /** Payload of one reading. */
  readonly bytesSentPerReading: number;
  readonly redisCommandsPerReading: number;
  /** False alarms that ring, per wearer and hour of ordinary life. */
  readonly falseRingsPerHour: number;
}

interface Schedule {
  readonly intervalMs: number;
  readonly retentionDays: number;
}

export interface Server {
  readonly cores: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

/** Of all cells together, unless it says otherwise. */
export interface Growth extends Omit<Size, 'diskBytes'> {
  readonly cells: number;
  readonly unpackedBytes: number;
  readonly packedBytes: number;
  readonly sentBytesPerSecond: number;
  readonly redisCommandsPerSecond: number;
  /** Two of each cell: each has all data, and carries the cell while the other one is away. */
  readonly servers: number;
  readonly server: Server;
  readonly fallsPerDay: number;
  readonly falseRingsPerDay: number;
  /** Who go to false alarms at any time of the day, on average. */
  readonly caregiversBusy: number;
}

const SECONDS_PER_DAY = 86_400;
const DAYS_PER_YEAR = 365;
const MINUTES_PER_DAY = 1_440;

export function growthOf(wearables: number, schedule: Schedule, costs: GrowthCosts): Growth {
  const cells = Math.max(1, Math.ceil(wearables / ASSUMED.wearablesPerCell));
  const isPair = wearables > ASSUMED.wearablesOnOneMachine;
  const size = sizeOf({ ...schedule, wearables: wearables / cells, leastInstances: isPair ? 2 : 1 }, costs);
  const perDay = cells * size.readingsPerSecond * SECONDS_PER_DAY;
  const unpackedDays = Math.min(schedule.retentionDays, costs.packedAfterDays);
  const packedDays = schedule.retentionDays - unpackedDays;
  const packedBytes =
    perDay * (unpackedDays * costs.diskBytesPerReading + packedDays * costs.packedBytesPerReading);
  const falseRingsPerDay = wearables * ASSUMED.wakingHours * costs.falseRingsPerHour;
  return {
    cells,
    readingsPerSecond: cells * size.readingsPerSecond,
    instances: cells * size.instances,
    serviceCores: cells * size.serviceCores,
    databaseCores: cells * size.databaseCores,
    redisCores: cells * size.redisCores,
    walBytesPerSecond: cells * size.walBytesPerSecond,
    memoryBytes: cells * size.memoryBytes,
    unpackedBytes: cells * size.diskBytes,
    packedBytes,
    sentBytesPerSecond: cells * size.readingsPerSecond * costs.bytesSentPerReading,
    redisCommandsPerSecond: isPair ? cells * size.readingsPerSecond * costs.redisCommandsPerReading : 0,
    servers: isPair ? 2 * cells : 1,
    server: {
      cores: Math.max(
        ASSUMED.leastCores,
        Math.ceil((size.serviceCores + size.databaseCores + size.redisCores) / SHARE_USED),
      ),
      memoryBytes: ASSUMED.memoryBesideService + size.memoryBytes,
      diskBytes: packedBytes / cells / ASSUMED.shareOfDisk,
    },
    fallsPerDay: (wearables * ASSUMED.fallsPerYear) / DAYS_PER_YEAR,
    falseRingsPerDay,
    caregiversBusy: (falseRingsPerDay * ASSUMED.minutesPerAlarm) / MINUTES_PER_DAY,
  };
}

/** How many machines of this size so many small installations need. */
export function machinesFor(
  installations: number,
  each: Growth,
  { cores, memoryBytes }: Pick<Server, 'cores' | 'memoryBytes'>,
): number {
  const busy = installations * (each.serviceCores + each.databaseCores);
  const memory = installations * ASSUMED.memoryOfHome;
  return Math.ceil(Math.max(busy / (SHARE_USED * cores), memory / memoryBytes));
}
