import type { SensorEvent } from '../../notify/texts/content.ts';
import { SENSOR_SIGNS } from '../../notify/texts/content.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { afterCursor, type ExportSource, jsonRows } from '../../platform/database/export-sources.ts';
import { EVENTS_PER_HOUR, type EventCounts } from '../rules.ts';

export interface RecordedEvent {
  readonly id: string;
  readonly type: SensorEvent;
  readonly fallId: string | null;
  readonly alertId: string | null;
}

/** What identifies an event; see rules.ts. */
export interface EventIdentity {
  readonly key: Buffer | null;
  readonly message: Buffer | null;
  /** An event with the same message that arrived later than this is the same; null: none is. */
  readonly messageSince: Date | null;
}

/** The event that this one repeats. */
export const findRepeated = (q: Queryable, sensorId: string, { key, message, messageSince }: EventIdentity) =>
  q.row<RecordedEvent & { readonly patientId: string }>(
    `SELECT id, type, fall_id AS "fallId", alert_id AS "alertId", patient_id AS "patientId" FROM sensor_events
     WHERE sensor_id = $1 AND (key = $2 OR (message = $3 AND created_at > $4)) ORDER BY created_at LIMIT 1`,
    [sensorId, key, message, messageSince],
  );

interface NewEvent {
  readonly sensorId: string;
  readonly patientId: string;
  readonly type: SensorEvent;
  readonly at: Date;
  readonly confidence: number | null;
  readonly room: string | null;
  readonly text: string | null;
  readonly key: Buffer | null;
  readonly message: Buffer | null;
  readonly isFlood: boolean;
  readonly fallId: string | null;
  readonly alertId: string | null;
}

/** The sensor must be locked. */
export async function insertEvent(q: Queryable, event: NewEvent, now: Date): Promise<RecordedEvent> {
  await q.run('UPDATE sensors SET last_event_at = $2 WHERE id = $1', [event.sensorId, now]);
  const row = await q.row<RecordedEvent>(
    `INSERT INTO sensor_events (sensor_id, patient_id, type, at, confidence, room, text, key, message, flooded, fall_id,
                                alert_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     RETURNING id, type, fall_id AS "fallId", alert_id AS "alertId"`,
    [
      event.sensorId,
      event.patientId,
      event.type,
      event.at,
      event.confidence,
      event.room,
      event.text,
      event.key,
      event.message,
      event.isFlood,
      event.fallId,
      event.alertId,
      now,
    ],
  );
  return row as RecordedEvent;
}

/** Falls and calls (`isUrgent`), or the other events, of a sensor about a patient since a time. The sensor must be locked. */
export async function countEvents(
  q: Queryable,
  sensorId: string,
  patientId: string,
  isUrgent: boolean,
  since: Date,
): Promise<EventCounts> {
  const which = `sensor_id = $1 AND patient_id = $2 AND created_at > $3 AND (type = ANY($4)) <> $5`;
  const values = [sensorId, patientId, since, SENSOR_SIGNS, isUrgent];
  const alerted = await q.rows<{ at: Date }>(
    `SELECT created_at AS at FROM sensor_events WHERE ${which} AND NOT flooded
     ORDER BY created_at DESC LIMIT ${EVENTS_PER_HOUR}`,
    values,
  );
  const flooded = await q.value<Date>(
    `SELECT created_at AS at FROM sensor_events WHERE ${which} AND flooded ORDER BY created_at DESC LIMIT 1`,
    values,
  );
  return { alerted: alerted.map(({ at }) => at), floodedAt: flooded ?? null };
}

/** Deletes at most `most`, and none that another instance is deleting; returns the number deleted. */
export const purgeEvents = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM sensor_events WHERE id IN (
       SELECT id FROM sensor_events WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

export const exportSources: readonly ExportSource[] = [
  {
    file: 'sensor-events.json',
    read: jsonRows(
      `SELECT e.created_at::text AS cursor, e.id, e.sensor_id AS "sensorId", s.name AS "sensorName", e.type, e.at,
              e.confidence, e.room, e.text, e.fall_id AS "fallId", e.created_at AS "createdAt"
       FROM sensor_events e JOIN sensors s ON s.id = e.sensor_id WHERE e.patient_id = $1 AND ${afterCursor('e')}`,
    ),
  },
];
