import { statfs } from 'node:fs/promises';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import { fullIn } from './forecast.ts';
import { diskDays, noteDiskDay } from './store.ts';

export interface DiskState {
  readonly free: number;
  readonly size: number;
  /** Infinity: it will not be full; undefined: too few days are known. */
  readonly fullInMs: number | undefined;
}

export interface DiskWatch {
  /** Undefined where the disk is not known. */
  last(): DiskState | undefined;
  /** True when an operator should make room. */
  isScarce(): boolean;
  close(): Promise<void>;
}

interface DiskWatchDeps {
  readonly db: Queryable;
  /** Undefined: the database is elsewhere. */
  readonly folder: string | undefined;
  readonly retentionDays: number;
  /** The start of the oldest day with readings. */
  readonly findOldestDay: (q: Queryable) => Promise<number | undefined>;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = 10 * MINUTE_MS;
const SOON_MS = 14 * DAY_MS;
const SCARCE_PART = 0.05;

/** docs/operations.md, "Disk": how full the disk of the embedded database is, and when it will be full. */
export function watchDisk({ db, folder, retentionDays, findOldestDay, now, log }: DiskWatchDeps): DiskWatch {
  if (folder === undefined) return { last: () => undefined, isScarce: () => false, close: async () => {} };
  let state: DiskState | undefined;
  let wasScarce = false;

  const isScarce = (): boolean =>
    state !== undefined &&
    ((state.fullInMs ?? Number.POSITIVE_INFINITY) < SOON_MS || state.free < SCARCE_PART * state.size);

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    async work() {
      const { bsize, blocks, bfree, bavail } = await statfs(folder);
      const [size, free, at] = [blocks * bsize, bavail * bsize, now()];
      await noteDiskDay(db, at, (blocks - bfree) * bsize);
      const oldestDay = await findOldestDay(db);
      const readings = oldestDay === undefined ? undefined : { oldestDay, retentionDays };
      state = { free, size, fullInMs: fullIn({ now: at, free, days: await diskDays(db), readings }) };
      if (isScarce() && !wasScarce) log.warn(fieldsOf(state), 'disk: full soon');
      wasScarce = isScarce();
    },
    failed: (error) => log.warn({ err: error }, 'disk: check failed, retrying'),
  });
  periodic.wake();
  return { last: () => state, isScarce, close: () => periodic.close() };
}

/** As the health report has it. */
export const fieldsOf = ({ free, size, fullInMs }: DiskState) => ({
  free,
  size,
  fullInDays:
    fullInMs === undefined || fullInMs === Number.POSITIVE_INFINITY ? null : Math.floor(fullInMs / DAY_MS),
});
