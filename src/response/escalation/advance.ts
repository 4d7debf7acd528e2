import type { NotificationChannel, OutboxMessage } from '../../notify/index.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { type CareTeam, recipientsOf } from '../care-team.ts';
import { contentOf, type ResponseChange } from '../commands/record-changes.ts';
import { toChannels, unmutedChannels } from '../messages.ts';
import {
  awaitReceipts,
  type Changed,
  endWindow,
  exhaust,
  expire,
  followClock,
  followReceipts,
  type LogEntry,
  type Response,
  takeStep,
  withdrawOffer,
} from '../states.ts';
import type { FallResponse } from '../store/responses.ts';
import { endMovedOn, verified } from '../verification/changes.ts';
import { isQuiet } from '../verification/verification.ts';
import type { VerificationVerdict } from '../vocabulary.ts';
import { escalationDue, stepToTake } from './escalation.ts';
import { haveAllLeft, type StepReceipts } from './receipts.ts';
import type { EscalationStep } from './schema.ts';

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
  /** Undefined unless it is due to be verified. */
  readonly verdict: VerificationVerdict | undefined;
  readonly careTeam: CareTeam;
  readonly channelsOf: (personId: string) => readonly NotificationChannel[];
  /** What is known of the last step; undefined if it does not wait for receipts. */
  readonly receipts: StepReceipts | undefined;
  /** How long a step waits for receipts; 0 if it does not. */
  readonly receiptSeconds: number;
}

const ALL_LEFT: StepReceipts = { is: 'left' };

/**
 * Applies everything that is due for one response: verifies it, ends the window or a claim, and takes steps. Several steps may be
 * due at once, after a claim or while no instance ran; each channel still gets one message.
 */
export function advance(
  found: FallResponse,
  { verdict, careTeam, channelsOf, receipts, receiptSeconds }: AdvanceContext,
  at: Date,
): Advance {
  const entries: LogEntry[] = [];
  const fall = { ...found, response: followClock(found.response, found.begunAt, at) };
  const { response: present, isAnnounced } = ended(fall, verdict, at, entries);
  let response = present;
  const messages: OutboxMessage[] = [];
  const notifiedChannels = new Set<string>();
  let isUnreachable = false;
  let isExhausted = false;
  let atOnce = false;

  const known = haveAllLeft(found.response.escalation.receiptsDueAt) ? ALL_LEFT : receipts;
  if (known !== undefined && response.state === 'OPEN' && !isQuiet(response.verification)) {
    const given = followReceipts(response, known, at);
    response = given.response;
    entries.push(...given.entries);
  }

  const reachedOf = ({ targets, channels }: EscalationStep) =>
    unmutedChannels(workingOf(recipientsOf(targets, careTeam), channels, channelsOf), fall, at);

  while (response.state === 'OPEN' && !isQuiet(response.verification)) {
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
    const isReminder = response.escalation.step > 0;
    const everyone = reachedOf(step);
    const others = everyone.filter(({ userId }) => !response.passedBy.includes(userId));
    // Those who have passed it on are asked again before no one is.
    const reached = others.length === 0 && due.what === 'repeat' ? everyone : others;
    const taken = takeStep(response, at, { what: due.what, channels: reached.length });
    response = taken.response;
    entries.push(...taken.entries);
    const fresh = reached.filter(({ id }) => !notifiedChannels.has(id));
    for (const { id } of fresh) notifiedChannels.add(id);
    messages.push(...toChannels({ ...fall, response }, fresh, pageOf(fall, isReminder, at), at));
    if (reached.length > 0 && receiptSeconds > 0)
      response = awaitReceipts(response, new Date(at.getTime() + receiptSeconds * SECOND_MS));
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

/** What time has ended: a verification, the window, a claim, a fall that moved on, or an offer to somebody who left. */
function ended(
  fall: FallResponse,
  verdict: VerificationVerdict | undefined,
  at: Date,
  entries: LogEntry[],
): { response: Response; isAnnounced: boolean } {
  let { response } = fall;
  let isAnnounced = false;
  const apply = (changed: Changed | undefined): void => {
    if (changed === undefined) return;
    isAnnounced ||= response.state !== 'RESOLVED' && isNews(response, changed);
    response = changed.response;
    entries.push(...changed.entries);
  };
  if (verdict !== undefined) apply(verified(response, verdict, at));
  if (response.okUntil === null || response.okUntil <= at) apply(endWindow(response, at));
  apply(expire(response, at, fall.holderMayCome));
  apply(endMovedOn(response, at));
  const { offeredTo } = response;
  if (offeredTo !== null && !fall.offeredMayCome) {
    const entry = { type: 'withdrawn' as const, at, by: null, person: offeredTo };
    apply({ response: withdrawOffer(response), entries: [entry] });
  }
  return { response, isAnnounced };
}

/** Another impact to judge changes nothing that is shown. */
const isNews = (before: Response, { response, entries }: Changed): boolean =>
  entries.length > 0 ||
  before.state !== response.state ||
  before.verification?.status !== response.verification?.status;

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

const pageOf = (fall: FallResponse, isReminder: boolean, at: Date) => ({
  type: 'fall.alert' as const,
  isReminder,
  claimable: true,
  gathers: true,
  content: { about: 'fall' as const, isReminder, ...contentOf(fall, at) },
});
