import { stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import type { Queryable } from '../../platform/database/database.ts';
import { SECOND_MS } from '../../platform/time.ts';

/** The clocks that the service compares with its own. Tests set their own. */
export interface MachineClocks {
  /** Time since the machine's start, in milliseconds: runs on while the machine sleeps, and cannot be set. */
  uptime(): number;
  /** In milliseconds since 1970. */
  databaseTime(q: Queryable): Promise<number>;
  /** When the machine's time service last confirmed the clock, by that clock; undefined if that is not known. */
  synchronisedAt(): Promise<number | undefined>;
}

/** systemd-timesyncd touches it whenever a time server has confirmed the clock. Other time services leave no trace. */
const SYNCHRONISED_FILE = '/run/systemd/timesync/synchronized';

export const MACHINE_CLOCKS: MachineClocks = {
  uptime: () => uptime() * SECOND_MS,
  async databaseTime(q) {
    return (
      (await q.value<number>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms')) ??
      Number.NaN
    );
  },
  synchronisedAt: () =>
    stat(SYNCHRONISED_FILE).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    ),
};
