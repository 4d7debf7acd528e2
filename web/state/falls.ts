import { computed } from '@preact/signals';
import type {
  Alert,
  Assessment,
  BoardFall,
  FallDetail,
  FallLevel,
  FallSensor,
  FallSource,
  Frames,
  Resolution,
  Response,
  SensorEvent,
  SensorSign,
  Verification,
} from '../api/records.ts';
import { type Answered, api } from '../api/rest.ts';
import { arrange, heldUntilOf, type Stage, stageOf, waitingOf, worstFirst } from './alert-order.ts';
import { now, serviceTime } from './clock.ts';
import { createKeyed } from './keyed.ts';
import { isLevel } from './levels.ts';
import { withReplay } from './replay.ts';
import { user } from './session.ts';

/** A fall that needs a caregiver, or whose resident has just said that they are OK. */
export interface OpenFall {
  readonly id: string;
  readonly patientId: string;
  readonly patientName: string;
  readonly patientRoom: string | null;
  /** Where it happened, as reported: `Kitchen`. */
  readonly location: string | null;
  readonly level: FallLevel;
  readonly source: FallSource;
  readonly event: SensorEvent | null;
  /** docs/response.md, "Test alerts". */
  readonly isTest: boolean;
  /** The sensor that reported it; undefined until it is loaded, null without one. */
  readonly sensor?: FallSensor | null;
  /** When it happened: milliseconds since 1970. */
  readonly at: number;
  readonly response: Response;
  readonly verification: Verification | null;
  /** Who was notified: those who have received it first. */
  readonly notified: BoardFall['notified'];
  /** The detector's assessment; undefined until it is loaded, null without a measurement. */
  readonly assessment: Assessment | null | undefined;
  /** The last claim that ended without a resolution, if this page saw it. */
  readonly formerClaim: {
    readonly name: string;
    readonly timedOut: boolean;
  } | null;
  /** The caregiver who did not take over the current claim, if this page saw it. */
  readonly formerOffer?: string | null;
  /** docs/contract.md, "Console": a card that a colleague claims keeps its place for a moment. */
  readonly heldUntil?: number | null;
}

export const SENSOR_SIGNS: readonly SensorSign[] = ['BED_EXIT', 'DOOR', 'INACTIVITY'];

/** docs/contract.md, "Console": "says they are OK" is on the board for ten minutes. */
const OK_SHOWN_MS = 10 * 60_000;

const isResolved = ({ response }: OpenFall): boolean => response.state === 'RESOLVED';

/** By level and age; `shownFalls` has the order of the board. */
export const falls = createKeyed<OpenFall>(({ id }) => id, worstFirst);

/** Returns the same array while the keys are the same, so that no tick re-renders a list. */
function steady(compute: () => readonly string[]) {
  let before: readonly string[] = [];
  return computed(() => {
    const keys = compute();
    const isSame = keys.length === before.length && keys.every((key, index) => key === before[index]);
    if (!isSame) before = keys;
    return before;
  });
}

/** Keys of the falls that match, by level and age. */
const keysOf = (wanted: (fall: OpenFall) => boolean) =>
  steady(() => {
    // One subscription for all falls; `peek` reads each without another.
    falls.changes.value;
    return falls.keys.peek().filter((id) => {
      const fall = falls.peek(id);
      return fall !== undefined && wanted(fall);
    });
  });

const keysIn = (stage: Stage) => keysOf((fall) => stageOf(fall, () => now.value) === stage);

/** Falls that wait for a caregiver. */
export const unanswered = keysIn('unanswered');
export const waiting = computed(() => waitingOf(unanswered.value.flatMap((id) => falls.peek(id) ?? [])));

/** Open falls, and falls that the resident cancelled recently, in the order of the board. */
export const shownFalls = steady(() => {
  falls.changes.value;
  const shown = falls.keys.peek().flatMap((id) => falls.peek(id) ?? []);
  const isShown = (fall: OpenFall): boolean =>
    !isResolved(fall) || now.value - Date.parse(fall.response.resolvedAt ?? '') < OK_SHOWN_MS;
  return arrange(shown.filter(isShown), () => now.value, user.value?.id).map(({ id }) => id);
});

/** Claims that may have been forgotten. */
export const overdue = keysIn('overdue');

/** Claims that are not overdue. */
export const inProgress = keysIn('claimed');

/** Falls whose resident has moved on by themselves: no sound, no count, below the others. */
export const movedOn = keysIn('moved-on');

/** Falls that the user has claimed. */
export const ownClaims = keysOf(
  ({ response: { state, claimedBy } }) => state === 'CLAIMED' && claimedBy?.id === user.value?.id,
);

/** Falls that a colleague asks the user to take over. */
export const offeredToMe = keysOf(
  ({ response: { state, offeredTo } }) => state === 'CLAIMED' && offeredTo?.id === user.value?.id,
);

/** An offer that ends while its claim stays was declined. An update by the claimant, which extends the claim, withdraws it. */
function formerOfferOf(known: OpenFall | undefined, { claimedBy, claimExpiresAt, offeredTo }: Response) {
  const isSameClaim =
    claimedBy !== null &&
    known?.response.claimedBy?.id === claimedBy.id &&
    known.response.claimExpiresAt === claimExpiresAt;
  if (!isSameClaim || offeredTo !== null) return null;
  return known.response.offeredTo?.name ?? known.formerOffer ?? null;
}

function formerClaimOf(known: OpenFall | undefined, response: Response): OpenFall['formerClaim'] {
  if (known === undefined || response.state !== 'OPEN') return null;
  const { claimedBy, claimExpiresAt } = known.response;
  if (claimedBy === null) return known.formerClaim;
  return {
    name: claimedBy.name,
    timedOut: Date.parse(claimExpiresAt ?? '') <= now.peek(),
  };
}

/** What a response does not say: how it was before. */
const memoryOf = (known: OpenFall | undefined, response: Response) => ({
  formerClaim: formerClaimOf(known, response),
  formerOffer: formerOfferOf(known, response),
  heldUntil: heldUntilOf(known, response, serviceTime(), user.peek()?.id),
});

export const fromBoard = (fall: BoardFall): OpenFall[] =>
  fall.response === null
    ? []
    : [
        {
          id: fall.id,
          patientId: fall.userId,
          patientName: fall.patientName,
          patientRoom: fall.patientRoom ?? null,
          location: fall.location,
          level: fall.status,
          source: fall.source,
          event: fall.sensor?.event ?? null,
          isTest: fall.isTest,
          sensor: fall.sensor,
          at: Date.parse(fall.createdAt),
          response: fall.response,
          verification: fall.verification,
          assessment: fall.assessment,
          notified: fall.notified,
          ...memoryOf(falls.peek(fall.id), fall.response),
        },
      ];

/** The type of the alert tells what a sensor noticed; its name comes with the details. */
function sensorOf(
  { type }: Alert,
  known: OpenFall | undefined,
): Pick<OpenFall, 'source' | 'event' | 'sensor'> {
  if (known !== undefined) return { source: known.source, event: known.event, sensor: known.sensor ?? null };
  const event = SENSOR_SIGNS.find((sign) => type === `SENSOR_${sign}`);
  return event === undefined ? { source: 'STREAM', event: null } : { source: 'SENSOR', event };
}

/** Returns true when the fall's details must be loaded. */
export function putAlert(alert: Alert): boolean {
  const { fallId, response, severity } = alert;
  if (fallId === null || response === null || !isLevel(severity)) return false;
  const known = falls.peek(fallId);
  const isUpgraded = known !== undefined && known.level !== severity;
  falls.put({
    id: fallId,
    patientId: alert.patientId,
    patientName: alert.patientName,
    patientRoom: alert.patientRoom ?? known?.patientRoom ?? null,
    location: known?.location ?? null,
    level: severity,
    ...sensorOf(alert, known),
    isTest: alert.isTest,
    at: Date.parse(alert.timestamp),
    response,
    verification: alert.verification,
    assessment: known?.assessment,
    notified: known?.notified ?? [],
    ...memoryOf(known, response),
  });
  return known === undefined || isUpgraded;
}

/**
 * A changed response, as in its frame: a fall that is new here needs no request. Returns true when the fall's details
 * must be loaded.
 */
export function putChange(change: Frames['response']['data']): boolean {
  const { fallId, level, timestamp, response, verification = null } = change;
  const isKnown = falls.peek(fallId) !== undefined || isFinished(response);
  if (isKnown || level === undefined || timestamp === undefined)
    return !putResponse(fallId, { response, verification }, level);
  falls.put({
    id: fallId,
    patientId: change.patientId,
    patientName: change.patientName,
    patientRoom: change.patientRoom,
    location: null,
    level,
    source: 'STREAM',
    event: null,
    isTest: change.isTest ?? false,
    at: Date.parse(timestamp),
    response,
    verification,
    assessment: undefined,
    notified: [],
    formerClaim: null,
  });
  return true;
}

/** Returns false when the fall's details must be loaded: the fall is new here, or its level has changed. */
function putResponse(
  fallId: string,
  { response, verification }: Pick<OpenFall, 'response' | 'verification'>,
  level?: FallLevel,
): boolean {
  if (isFinished(response)) {
    falls.remove(fallId);
    return true;
  }
  const known = falls.peek(fallId);
  if (known === undefined) return false;
  falls.change(fallId, (fall) => ({
    ...fall,
    level: level ?? fall.level,
    response,
    verification,
    ...memoryOf(fall, response),
  }));
  return level === undefined || level === known.level;
}

const isFinished = ({ state, outcome }: Response): boolean =>
  state === 'RESOLVED' && outcome !== 'CANCELLED_BY_PATIENT';

/** `person` is the resident, if this page knows them. Returns false when the resident must be loaded first. */
export function putDetail(detail: FallDetail, person?: { name: string; room: string | null }): boolean {
  const { id, status: level, source, sensor, location, assessment, response, verification } = detail;
  const event = sensor?.event ?? null;
  if (response === null) return true;
  const at = Date.parse(detail.createdAt);
  if (falls.peek(id) === undefined && !isFinished(response)) {
    if (person === undefined) return false;
    falls.put({
      id,
      patientId: detail.userId,
      patientName: person.name,
      patientRoom: person.room,
      location,
      level,
      source,
      event,
      isTest: detail.isTest,
      sensor,
      at,
      response,
      verification,
      assessment,
      notified: [],
      formerClaim: null,
    });
    return true;
  }
  falls.change(id, (fall) => ({ ...fall, level, source, event, sensor, location, at, assessment }));
  putResponse(id, { response, verification });
  return true;
}

export const putReceipts = ({ fallId, notified, ...escalation }: Frames['receipts']['data']): void =>
  falls.change(fallId, (fall) => ({ ...fall, notified, response: { ...fall.response, ...escalation } }));

/** Applies the reply to this board at once; other boards get a frame. */
const act = (done: Promise<Answered<FallDetail>>): Promise<Answered<FallDetail>> =>
  withReplay(async () => {
    const reply = await done;
    if (reply.ok) putDetail(reply.data);
    return reply;
  });

export const claim = (id: string, more: { etaMinutes?: number; note?: string } = {}) =>
  act(api.post('/falls/{id}/claim', { path: { id }, body: more }));
export const release = (id: string) => act(api.post('/falls/{id}/release', { path: { id } }));
export const handOff = (id: string, caregiverId: string) =>
  act(api.post('/falls/{id}/hand-off', { path: { id }, body: { caregiverId } }));
export const decline = (id: string) => act(api.post('/falls/{id}/hand-off/decline', { path: { id } }));
export const resolve = (id: string, outcome: Resolution, note?: string) =>
  act(api.post('/falls/{id}/resolve', { path: { id }, body: { outcome, ...(note ? { note } : {}) } }));
