import type { NotificationChannel, OutboxMessage } from '../notify/index.ts';
import { type CareTeam, recipientsOf } from './care-team.ts';
import { escalationDue, stepToTake } from './escalation.ts';
import { toChannels, unmutedChannels } from './messages.ts';
import { contentOf, type ResponseChange } from './record-changes.ts';
import type { EscalationStep } from './schema/escalation.ts';
import {
  endWindow,
  exhaust,
  expire,
  followClock,
  type LogEntry,
  type Response,
  takeStep,
  withdrawOffer,
} from './states.ts';
import type { FallResponse } from './store/responses.ts';

/** The next state of a response that is due, and the messages to send. */
export interface Advance {
  readonly change: ResponseChange;
  readonly messages: readonly OutboxMessage[];
  /** A step found no one with a working channel. */
  readonly isUnreachable: boolean;
  readonly isExhausted: boolean;
  /** When a step reached no one or the policy is exhausted: the people of the policy who have no working channel. */
  readonly unreached: readonly string[];
}

interface AdvanceContext {
  readonly careTeam: CareTeam;
  readonly channelsOf: (personId: string) => readonly NotificationChannel[];
}

/**
 * Applies everything that is due for one response: ends the window or a claim, and takes steps. Several steps may be
 * due at once, after a claim or while no instance ran; each channel still gets one message.
 */
export function advance(found: FallResponse, { careTeam, channelsOf }: AdvanceContext, at: Date): Advance {
  const entries: LogEntry[] = [];
  const fall = { ...found, response: followClock(found.response, found.begunAt, at) };
  const { response: present, isAnnounced } = ended(fall, at, entries);
  let response = present;
  const messages: OutboxMessage[] = [];
  const notifiedChannels = new Set<string>();
  let isUnreachable = false;
  let isExhausted = false;
  let atOnce = false;

  const reachedOf = ({ targets, channels }: EscalationStep) =>
    unmutedChannels(workingOf(recipientsOf(targets, careTeam), channels, channelsOf), fall, at);

  while (response.state === 'OPEN') {
    const due = escalationDue(response.policy, response.escalation);
    const step = stepToTake(response.policy, response.escalation);
    if (due === null || step === undefined || (due.at > at && !atOnce)) break;
    if (due.what === 'exhausted') {
      const given = exhaust(response, at);
      response = given.response;
      entries.push(...given.entries);
      isExhausted = true;
      break;
    }
    const still = response.escalation.step > 0;
    const everyone = reachedOf(step);
    const others = everyone.filter(({ userId }) => !response.passedBy.includes(userId));
    // Those who have passed it on are asked again before no one is.
    const reached = others.length === 0 && due.what === 'repeat' ? everyone : others;
    const taken = takeStep(response, at, { what: due.what, channels: reached.length });
    response = taken.response;
    entries.push(...taken.entries);
    const fresh = reached.filter(({ id }) => !notifiedChannels.has(id));
    for (const { id } of fresh) notifiedChannels.add(id);
    messages.push(...toChannels({ ...fall, response }, fresh, pageOf(fall, still, at), at));
    isUnreachable ||= reached.length === 0;
    // This step reached no one, so the next step follows at once. Repeats keep their interval.
    atOnce = reached.length === 0 && response.escalation.step < response.policy.steps.length;
  }
  if (isUnreachable && fall.unreachableAt === null) entries.push({ type: 'unreachable', at, by: null });
  const unreached =
    isUnreachable || isExhausted ? unreachedBy(response.policy.steps, careTeam, reachedOf) : [];
  return {
    change: { fall, response, entries, isAnnounced },
    messages,
    isUnreachable,
    isExhausted,
    unreached,
  };
}

/** Ends the window, or a claim that has expired or whose holder may no longer respond. */
function ended(
  fall: FallResponse,
  at: Date,
  entries: LogEntry[],
): { response: Response; isAnnounced: boolean } {
  const { okUntil } = fall.response;
  const isOpening = okUntil === null || okUntil <= at;
  const changed =
    (isOpening && endWindow(fall.response, at)) || expire(fall.response, at, fall.holderMayCome);
  if (changed !== undefined) {
    entries.push(...changed.entries);
    return { response: changed.response, isAnnounced: true };
  }
  if (fall.response.offeredTo !== null && !fall.offeredMayCome) {
    entries.push({ type: 'withdrawn', at, by: null, person: fall.response.offeredTo });
    return { response: withdrawOffer(fall.response), isAnnounced: true };
  }
  return { response: fall.response, isAnnounced: false };
}

/** The people whom no step of a policy reaches. */
function unreachedBy(
  steps: readonly EscalationStep[],
  careTeam: CareTeam,
  reachedOf: (step: EscalationStep) => readonly NotificationChannel[],
): readonly string[] {
  const reached = new Set(steps.flatMap(reachedOf).map(({ userId }) => userId));
  const people = recipientsOf(
    steps.flatMap(({ targets }) => targets),
    careTeam,
  );
  return people.filter((id) => !reached.has(id));
}

const workingOf = (
  people: readonly string[],
  kinds: EscalationStep['channels'],
  channelsOf: AdvanceContext['channelsOf'],
): readonly NotificationChannel[] =>
  people.flatMap((person) => channelsOf(person).filter(({ kind }) => kinds.includes(kind)));

const pageOf = (fall: FallResponse, still: boolean, at: Date) => ({
  type: 'fall.alert' as const,
  still,
  claimable: true,
  gathers: true,
  content: { about: 'fall' as const, still, ...contentOf(fall, at) },
});
