import { wornDevices } from '../../devices/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ExportSource } from '../../platform/database/export-sources.ts';
import { READING_COLUMNS } from './encoding.ts';
import { PART_COLUMNS } from './signals.ts';

const UTC = `to_char(r.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const OWN_COLUMNS = READING_COLUMNS.map(([column]) => column).filter((column) => column !== 'device_key');
const asText = (column: string): string =>
  column === 'recorded_at' ? UTC : `coalesce(r.${column}::text, '')`;

const IS_PARTS = `get_byte(s.signal, 0) = ${PART_COLUMNS}`;
const SIGNAL_TEXTS = [
  `coalesce(encode(CASE WHEN ${IS_PARTS} THEN NULL ELSE coalesce(s.signal, r.samples) END, 'hex'), '')`,
  `coalesce(encode(CASE WHEN ${IS_PARTS} THEN s.signal END, 'hex'), '')`,
];
const TEXTS = [...OWN_COLUMNS.map(asText), ...SIGNAL_TEXTS].join(', ');

const CSV_HEADER = `device_id,mac_address,${OWN_COLUMNS.join(',')},samples,parts\n`;

/** A reading with samples may have four kilobytes of text, one that an older version stored seven. */
const READINGS_PER_PAGE = 2_000;
const WINDOW = '1 hour';

/**
 * Lines of readings.csv for one device. The database formats them: millions of rows as objects would block the event
 * loop. Pages are windows of time, each starting at the next existing reading. Without windows, a planner that
 * underestimates the device's readings would sort all of them for every page.
 */
async function* readingLines(
  q: Queryable,
  device: { readonly key: number; readonly id: string | null; readonly macAddress: string },
): AsyncGenerator<string> {
  let last = '-infinity';
  for (;;) {
    const next = await q.row<{ at: string | null }>(
      `SELECT least(
         (SELECT min(recorded_at) FROM sensor_readings WHERE device_key = $1 AND recorded_at > $2::timestamptz),
         (SELECT min(recorded_at) FROM unpacked_readings WHERE device_key = $1 AND recorded_at > $2::timestamptz
            AND hour = (SELECT min(hour) FROM packed_readings WHERE device_key = $1 AND last_at > $2::timestamptz
                          AND hour > $2::timestamptz - interval '1 hour')))::text AS at`,
      [device.key, last],
    );
    if (next === undefined || next.at === null) return;
    const page = await q.row<{ lines: string | null; last: string }>(
      `SELECT string_agg(line, E'\\n' ORDER BY recorded_at) AS lines, max(recorded_at)::text AS last
       FROM (SELECT r.recorded_at, concat_ws(',', $3::text, $4::text, ${TEXTS}) AS line
             FROM readings_between($1, $2::timestamptz, $2::timestamptz + interval '${WINDOW}') r
             LEFT JOIN signals_between($1, $2::timestamptz, $2::timestamptz + interval '${WINDOW}') s
               ON s.recorded_at = r.recorded_at
             ORDER BY r.recorded_at LIMIT ${READINGS_PER_PAGE}) AS page`,
      [device.key, next.at, device.id ?? '', device.macAddress],
    );
    // The readings may have been erased in the meantime.
    if (page === undefined || page.lines === null) return;
    yield `${page.lines}\n`;
    last = page.last;
  }
}

export const exportSources: readonly ExportSource[] = [
  {
    file: 'readings.csv',
    async *read(q, userId) {
      yield CSV_HEADER;
      for (const device of await wornDevices(q, userId)) yield* readingLines(q, device);
    },
  },
];
