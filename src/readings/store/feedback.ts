import type { Queryable } from '../../platform/database/database.ts';
import { signalOf, WINDOW_COLUMNS, type WindowReading, withAnySignals } from './readings.ts';

/** A detected fall with a recorded outcome, and the readings around it. */
export interface ResolvedFall {
  readonly userId: string;
  readonly outcome: 'FALSE_ALARM' | 'CONFIRMED';
  readonly at: Date;
  readonly readings: readonly JudgedReading[];
}

/** A reading around a fall, with the rows of its `samples` (scoring/window.ts) if it came with any. */
export interface JudgedReading extends Omit<WindowReading, 'signal' | 'samples'> {
  readonly samples: Float32Array | undefined;
}

const BEFORE = '20 seconds';
const AFTER = '20 seconds';
const FROM = `$2::timestamptz - interval '${BEFORE}'`;

/**
 * Yields falls one at a time, oldest first: there may be years of them. Leaves out calls for help by a wearable's button,
 * whose outcome says nothing about the movement.
 */
export async function* resolvedFalls(q: Queryable): AsyncGenerator<ResolvedFall> {
  const falls = await q.rows<{
    userId: string;
    outcome: ResolvedFall['outcome'];
    at: Date;
    deviceKey: number;
  }>(
    `SELECT f.user_id AS "userId", f.outcome, f.created_at AS at, d.key AS "deviceKey"
     FROM real_falls f JOIN devices_public d ON d.id = f.device_id
     WHERE f.outcome IS NOT NULL AND f.source = 'STREAM' ORDER BY f.created_at, f.id`,
  );
  for (const { deviceKey, ...fall } of falls) {
    const readings = await q.rows<WindowReading>(
      withAnySignals(
        `SELECT ${WINDOW_COLUMNS} FROM readings_between($1, ${FROM}, $2::timestamptz + interval '${AFTER}')`,
      ),
      [deviceKey, fall.at],
    );
    if (readings.length > 0)
      yield {
        ...fall,
        readings: readings.map((reading) => ({ ...reading, samples: signalOf(reading).samples })),
      };
  }
}
