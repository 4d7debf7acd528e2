import type { Viewer } from '../accounts/permissions.ts';
import type { FallAlerts } from '../falls/index.ts';
import type { NewEvent } from '../live/index.ts';
import { isSensorSign } from '../notify/texts/content.ts';
import { createBatcher } from '../platform/batching/batcher.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { InvalidInput, NotFound } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/time.ts';
import { raiseFloodAlert, raiseSignAlert } from './alerts.ts';
import { patientOfEvent, requireSenderFor } from './patient-of-event.ts';
import { confidenceOf, escalates, floodAt, keyOf, messageKeyOf, timeComplaint } from './rules.ts';
import type { NewSensorEvent } from './schema.ts';
import * as store from './store/events.ts';
import { rulesOf } from './store/rules.ts';
import { findSensor, lockSensor, type SensorRow } from './store/sensors.ts';

/** How the sender marks a repeat, besides the time of the event. */
export interface SentAs {
  readonly idempotencyKey?: string | undefined;
  /** An MQTT message; one with DUP may have come before. */
  readonly message?: { readonly bytes: Uint8Array; readonly dup: boolean };
}

export interface EventOutcome {
  /** 200 for a repeat. */
  readonly status: 200 | 201;
  readonly event: store.RecordedEvent;
}

export interface SensorEventDeps {
  readonly db: Database;
  readonly fallAlerts: Pick<FallAlerts, 'raiseWithin'>;
  /** The organisation's time zone. */
  readonly timeZone: () => string;
  readonly now: () => number;
  readonly log: Log;
}

interface Accepted {
  readonly sensor: SensorRow;
  readonly patient: { readonly id: string; readonly room: string | null };
  readonly event: NewSensorEvent;
  readonly at: Date;
  readonly identity: store.EventIdentity;
}

interface Recorded extends EventOutcome {
  readonly isNewFlood: boolean;
}

/** What an event became. */
interface Raised {
  readonly fallId: string | null;
  readonly alertId: string | null;
  readonly news: readonly NewEvent[];
}

/** docs/contract.md, "Idempotency": how long after an MQTT message another one can be its repetition. */
const MESSAGE_REPEATS_MS = 10 * MINUTE_MS;
const TRANSACTIONS_AT_ONCE = 2;
const MAX_WAITING = 10_000;
const MAX_WAITING_OF_SENSOR = 500;

/** docs/sensors.md: events of sensors other than wearables become falls and alerts, the same over every transport. */
export class SensorEvents {
  readonly #deps: SensorEventDeps;
  /** One at a time per sensor: a flood delays only its own events. */
  readonly #record: (accepted: Accepted) => Promise<Recorded>;

  constructor(deps: SensorEventDeps) {
    this.#deps = deps;
    this.#record = createBatcher({
      run: (items: readonly Accepted[]) => Promise.all(items.map((item) => this.#recordOne(item))),
      keyOf: ({ sensor }) => sensor.id,
      atOnce: TRANSACTIONS_AT_ONCE,
      maxGroupSize: 1,
      maxWaiting: MAX_WAITING,
      maxWaitingPerKey: MAX_WAITING_OF_SENSOR,
      refusal: 'Too many sensor events are waiting to be recorded',
      isShared: () => true,
      onSplit: () => {},
    });
  }

  async take(sender: Viewer, event: NewSensorEvent, sentAs: SentAs): Promise<EventOutcome> {
    const { db, now, log } = this.#deps;
    const at = new Date(event.at ?? now());
    const complaint = timeComplaint(at, now());
    if (complaint !== undefined) throw new InvalidInput({ at: complaint });
    const sensor = await findSensor(db, event.sensorId);
    if (sensor === undefined) throw new NotFound('Sensor');
    const identity = this.#identityOf(sender, event, sentAs);
    const repeated = await store.findRepeated(db, sensor.id, identity);
    if (repeated !== undefined) {
      await requireSenderFor(db, sender, repeated.patientId);
      return repeatOf(repeated);
    }
    const patient = await patientOfEvent(db, sender, event, sensor);
    const recording = await this.#record({ sensor, patient, event, at, identity });
    const { isNewFlood, ...outcome } = recording;
    if (isNewFlood)
      log.warn({ sensorId: sensor.id }, 'sensors: too many events, recording further ones without alerts');
    return outcome;
  }

  #identityOf(
    { userId }: Viewer,
    event: NewSensorEvent,
    { idempotencyKey, message }: SentAs,
  ): store.EventIdentity {
    return {
      key: keyOf(event, userId, idempotencyKey),
      message: message ? messageKeyOf(userId, message.bytes) : null,
      messageSince: message?.dup ? new Date(this.#deps.now() - MESSAGE_REPEATS_MS) : null,
    };
  }

  #recordOne(accepted: Accepted): Promise<Recorded> {
    const { sensor, patient, event, at, identity } = accepted;
    const { fallAlerts, now } = this.#deps;
    return fallAlerts.raiseWithin<Recorded>(patient.id, async (q, raise) => {
      if (!(await lockSensor(q, sensor.id))) throw new NotFound('Sensor');
      const repeated = await store.findRepeated(q, sensor.id, identity);
      if (repeated !== undefined) return { result: { ...repeatOf(repeated), isNewFlood: false }, events: [] };
      const arrivedAt = new Date(now());
      const isUrgent = !isSensorSign(event.type);
      const since = new Date(arrivedAt.getTime() - HOUR_MS);
      const counts = await store.countEvents(q, sensor.id, patient.id, isUrgent, since);
      const { isFlood, isNews } = floodAt(counts, arrivedAt.getTime());
      const { news, ...became } = await this.#raise(q, raise, accepted, { isFlood, arrivedAt });
      const flood = isNews
        ? await raiseFloodAlert(q, { patientId: patient.id, sensorName: sensor.name }, arrivedAt)
        : [];
      const recorded = await store.insertEvent(
        q,
        {
          sensorId: sensor.id,
          patientId: patient.id,
          type: event.type,
          at,
          confidence: event.confidence ?? null,
          room: event.room ?? null,
          text: event.text ?? null,
          key: identity.key,
          message: identity.message,
          isFlood,
          ...became,
        },
        arrivedAt,
      );
      const result = { status: 201, event: recorded, isNewFlood: isNews } as const;
      return { result, events: [...news, ...flood] };
    });
  }

  /** A fall with its escalation, an alert, or nothing for an alert beyond the limits. */
  async #raise(
    q: Queryable,
    raise: Parameters<Parameters<FallAlerts['raiseWithin']>[1]>[1],
    { sensor, patient, event, at }: Accepted,
    { isFlood, arrivedAt }: { readonly isFlood: boolean; readonly arrivedAt: Date },
  ): Promise<Raised> {
    const { type } = event;
    const isEscalated =
      isSensorSign(type) &&
      !isFlood &&
      escalates(await rulesOf(q, patient.id), type, at, this.#deps.timeZone());
    if (isSensorSign(type) && !isEscalated) {
      if (isFlood) return { fallId: null, alertId: null, news: [] };
      const occurrence = { patientId: patient.id, sensorName: sensor.name, event: type, at };
      const news = await raiseSignAlert(q, occurrence, arrivedAt);
      return { fallId: null, alertId: alertIdIn(news), news };
    }
    const { fall, alerts } = await raise(
      {
        userId: patient.id,
        confidence: confidenceOf(event),
        location: placeBesides(patient.room, event.room ?? sensor.room),
        witnessed: null,
        injuries: null,
        source: 'SENSOR',
        sensor: { id: sensor.id, name: sensor.name, event: type, text: event.text || null },
        at,
        receivedAt: arrivedAt,
      },
      { isSilent: isFlood, isNoticed: type === 'FALL' },
    );
    return { fallId: fall.id, alertId: isEscalated ? (alerts[0]?.id ?? null) : null, news: [] };
  }
}

const repeatOf = ({ id, type, fallId, alertId }: store.RecordedEvent): EventOutcome => ({
  status: 200,
  event: { id, type, fallId, alertId },
});

const alertIdIn = ([first]: readonly NewEvent[]): string | null =>
  first === undefined ? null : (first.data as { readonly id: string }).id;

/** The place of the event, unless it is the patient's own room, which is shown anyway. */
function placeBesides(own: string | null, room: string | null): string | null {
  const plain = (text: string | null): string | undefined => text?.trim().toLowerCase();
  return plain(room) === plain(own) ? null : room;
}
