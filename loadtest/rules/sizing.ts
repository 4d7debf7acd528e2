// Estimates the resources for a number of wearables from the measured cost of a reading.

/** CPU use of an instance, its database and Redis at one rate, in cores. */
export interface Point {
  readonly perSecond: number;
  readonly service: number;
  readonly database: number;
  readonly redis: number;
}

export interface MeasuredCosts {
  /** Of one instance without Redis, lowest rate first; the last is the maximum rate. */
  readonly alone: readonly Point[];
  /** Of one of several instances that share Redis. */
  readonly together: readonly Point[];
  readonly walBytesPerReading: number;
  readonly diskBytesPerReading: number;
  readonly memoryBytesPerInstance: number;
  /** Registered wearables that are connected over MQTT. */
  readonly memoryBytesPerWearable: number;
}

export interface Fleet {
  readonly wearables: number;
  readonly intervalMs: number;
  readonly retentionDays: number;
  /** 2 if the service goes on when an instance dies. */
  readonly leastInstances?: 1 | 2;
}

export interface Size {
  readonly readingsPerSecond: number;
  readonly instances: number;
  readonly serviceCores: number;
  readonly databaseCores: number;
  readonly redisCores: number;
  readonly walBytesPerSecond: number;
  readonly diskBytes: number;
  readonly memoryBytes: number;
}

/** Share of the maximum rate of an instance. The rest is for clients that reconnect at once, and for the loss of an instance. */
export const SHARE_USED = 0.6;
const SECONDS_PER_DAY = 86_400;

export function sizeOf(
  { wearables, intervalMs, retentionDays, leastInstances = 1 }: Fleet,
  costs: MeasuredCosts,
): Size {
  const readingsPerSecond = (wearables * 1000) / intervalMs;
  const isAlone = leastInstances === 1 && readingsPerSecond <= capacityOf(costs.alone);
  const points = isAlone ? costs.alone : costs.together;
  const instances = isAlone ? 1 : Math.max(2, Math.ceil(readingsPerSecond / capacityOf(costs.together)));
  const used = usedAt(points, readingsPerSecond / instances);
  return {
    readingsPerSecond,
    instances,
    serviceCores: instances * used.service,
    databaseCores: instances * used.database,
    redisCores: isAlone ? 0 : instances * used.redis,
    walBytesPerSecond: readingsPerSecond * costs.walBytesPerReading,
    diskBytes: readingsPerSecond * SECONDS_PER_DAY * retentionDays * costs.diskBytesPerReading,
    memoryBytes: instances * costs.memoryBytesPerInstance + wearables * costs.memoryBytesPerWearable,
  };
}

const capacityOf = (points: readonly Point[]): number =>
  SHARE_USED * Math.max(0, ...points.map(({ perSecond }) => perSecond));

const NOTHING: Point = { perSecond: 0, service: 0, database: 0, redis: 0 };

/**
 * Interpolates linearly between the measured rates, starting at 0: a reading costs less the more readings share a
 * commit.
 */
export function usedAt(points: readonly Point[], perSecond: number): Point {
  const sorted = [NOTHING, ...points].toSorted((a, b) => a.perSecond - b.perSecond);
  const above = sorted.findIndex((point) => point.perSecond >= perSecond);
  const [low, high] = above === -1 ? sorted.slice(-2) : [sorted[Math.max(0, above - 1)], sorted[above]];
  if (low === undefined || high === undefined) return NOTHING;
  const width = high.perSecond - low.perSecond;
  const share = width === 0 ? 0 : (perSecond - low.perSecond) / width;
  const between = (of: (point: Point) => number): number => of(low) + share * (of(high) - of(low));
  return {
    perSecond,
    service: between(({ service }) => service),
    database: between(({ database }) => database),
    redis: between(({ redis }) => redis),
  };
}
