import type { NewEvent } from '../live/index.ts';
import type { FallLevel } from '../notify/levels.ts';
import type { Person } from '../people/person.ts';
import type { Queryable } from '../platform/database/database.ts';
import { NotFound } from '../platform/errors.ts';
import { careTeamsOf } from './care-team.ts';
import { feed } from './messages.ts';
import { recordChanges, wakeEscalator } from './record-changes.ts';
import { begin, type Response, type ResponseRecord, responseOf, rise } from './states.ts';
import { policiesFor } from './store/escalation-policies.ts';
import { appendToLog } from './store/response-log.ts';
import { type FallResponse, insertResponses, lockResponses } from './store/responses.ts';
import type { FallSensor, FallSource } from './vocabulary.ts';

/** The part of a fall's record that a response needs. */
interface RaisedFall {
  readonly id: string;
  readonly userId: string;
  readonly status: FallLevel;
  readonly source: FallSource;
  readonly sensor: FallSensor | null;
  readonly deviceId: string | null;
  readonly location: string | null;
  readonly createdAt: Date;
}

/** A fall that was recorded or rose. `by` is the person who called for help; null for the stream and for reports. */
export interface NamedFall {
  readonly fall: RaisedFall;
  readonly patient: FallenPatient;
  readonly by?: Person | null;
  /** The caregiver or admin who reported a new fall for the patient. */
  readonly reportedBy?: Person;
}

/** The responses by fall, and the events to append in the same transaction. */
export interface Recorded {
  readonly responses: ReadonlyMap<string, ResponseRecord>;
  readonly events: readonly NewEvent[];
}

/** How the patient of a fall is named. */
export type FallenPatient = Pick<FallResponse, 'patientName' | 'patientRoom'>;

/**
 * Starts a response to each fall that has none, and raises the others to the level of their fall. Runs in the transaction
 * in which falls of POTENTIAL or above are recorded or rise, before their alerts are written.
 */
export async function raiseResponses(
  q: Queryable,
  falls: readonly NamedFall[],
  { okWindowMs, at }: { readonly okWindowMs: number; readonly at: Date },
): Promise<Recorded> {
  // Most falls are new, and the insert shows which: a lookup first would cost each of them a query over six tables.
  const begun = await startNew(q, falls, okWindowMs, at);
  const risen = new Map(falls.map((raised) => [raised.fall.id, raised]));
  for (const { fallId } of begun) risen.delete(fallId);
  const { followed, events } = await raiseExisting(q, risen, at);
  const all = [...begun, ...followed];
  return {
    responses: new Map(all.map(({ fallId, response }) => [fallId, responseOf(response)])),
    events,
  };
}

async function startNew(q: Queryable, falls: readonly NamedFall[], okWindowMs: number, at: Date) {
  const policyOf = await policiesFor(
    q,
    falls.map(({ fall }) => fall.userId),
  );
  const possible = falls.map(({ fall, patient, reportedBy }) => {
    const detected = {
      by: reportedBy ?? null,
      source: fall.source,
      ...(fall.sensor && { sensorEvent: fall.sensor.event }),
    };
    const { response, entries } = begin(fall.status, policyOf(fall.userId), okWindowMs, at, detected);
    return { held: newResponse(fall, patient, response, at), entries };
  });
  const isBegun = await insertResponses(
    q,
    possible.map(({ held }) => held),
    at,
  );
  const begun = possible.filter(({ held }) => isBegun.has(held.fallId));
  const held = begun.map((one) => one.held);
  await appendToLog(
    q,
    begun.flatMap(({ held, entries }) => entries.map((entry) => ({ ...entry, fallId: held.fallId }))),
  );
  await feed(q, 'fall.raised', held, at);
  await wakeEscalator(
    q,
    held.map(({ response }) => response),
    at,
  );
  return held;
}

async function raiseExisting(q: Queryable, risen: ReadonlyMap<string, NamedFall>, at: Date) {
  if (risen.size === 0) return { followed: [], events: [] };
  const held = await lockResponses(q, [...risen.keys()]);
  if (held.length < risen.size) throw new NotFound('Fall');
  const changes = held.flatMap((found) => {
    const raised = risen.get(found.fallId);
    if (raised === undefined) return [];
    const { response, entries } = rise(found.response, raised.fall.status, raised.by ?? null, at);
    const fall = { ...found, level: raised.fall.status };
    return [{ fall, response, entries, isAnnounced: response !== found.response }];
  });
  const careTeamOf = await careTeamsOf(
    q,
    held.map(({ patientId }) => patientId),
    at,
  );
  const followed = changes.map(({ fall, response }) => ({ ...fall, response }));
  await feed(q, 'fall.updated', followed, at);
  return { followed, events: await recordChanges(q, changes, careTeamOf, at) };
}

const newResponse = (
  fall: RaisedFall,
  patient: FallenPatient,
  response: Response,
  at: Date,
): FallResponse => ({
  fallId: fall.id,
  patientId: fall.userId,
  ...patient,
  level: fall.status,
  source: fall.source,
  sensorEvent: fall.sensor?.event ?? null,
  deviceId: fall.deviceId,
  location: fall.location,
  fellAt: fall.createdAt,
  begunAt: at,
  holderMayCome: true,
  offeredMayCome: true,
  unreachableAt: null,
  response,
});
