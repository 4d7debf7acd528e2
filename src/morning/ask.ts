import { namesAndRooms } from '../accounts/index.ts';
import type { EventLog } from '../live/index.ts';
import { enqueue, isMuted, laneOf, ROUTINE_KINDS, workingChannels } from '../notify/index.ts';
import { groupedBy } from '../platform/batching/group-by.ts';
import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { MINUTE_MS } from '../platform/time.ts';
import type { Day } from '../platform/zone.ts';
import { alertedOf, careTeamsOf, lockForRaise, messageAboutPerson } from '../response/index.ts';
import { ALERTS_ABOVE } from '../response/limits/sensitivity.ts';
import type { FallVerifier } from '../response/vocabulary.ts';
import { eventsAbout } from './live-events.ts';
import {
  type AskableEvent,
  askable,
  chosenPerWard,
  MINUTES_AFTER,
  MINUTES_BEFORE,
  type MinuteOfMovement,
  type Night,
  nightBefore,
  type SilentEvent,
} from './rules.ts';
import { insertQuestion, isStillSilent, silentEventsBetween, wardsAskedOn } from './store.ts';

export interface AskDeps {
  readonly db: Database;
  readonly events: Pick<EventLog, 'transaction'>;
  /** How wearables moved around impacts; none where `samples` and `parts` are not stored. */
  readonly movementAround: (
    q: Queryable,
    impacts: readonly SilentEvent[],
    minutes: { readonly minutesBefore: number; readonly minutesAfter: number },
  ) => Promise<readonly MinuteOfMovement[]>;
  readonly createFallVerifier: () => FallVerifier;
  readonly hour: number;
  /** The organisation's time zone. */
  readonly timeZone: () => string;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = MINUTE_MS;

/**
 * docs/response.md, "Morning questions": every instance judges the night, and the row of a ward and a morning lets one of them
 * ask.
 */
export function askInTheMorning(deps: AskDeps): Periodic {
  const { db, hour, timeZone, now, log } = deps;
  const verifier = deps.createFallVerifier();
  let lastDay: Day | undefined;

  async function check(): Promise<void> {
    const night = nightBefore(new Date(now()), hour, timeZone());
    if (night === undefined || night.day === lastDay) return;
    const asked = new Set(await wardsAskedOn(db, night.day));
    for (const event of await judge(night))
      if (!asked.has(event.wardId) && (await ask(deps, event, night.day)))
        log.info({ fallId: event.fallId }, 'morning: question asked');
    lastDay = night.day;
  }

  async function judge({ from, until }: Night): Promise<readonly AskableEvent[]> {
    const silent = await silentEventsBetween(db, from, until, ALERTS_ABOVE.more);
    if (silent.length === 0) return [];
    const minutes = await deps.movementAround(db, silent, {
      minutesBefore: MINUTES_BEFORE,
      minutesAfter: MINUTES_AFTER,
    });
    const events = askable(
      silent,
      groupedBy(minutes, ({ fallId }) => fallId),
    );
    if (events.length === 0) return [];
    const movedOn = await verifier.movedOn(db, events);
    return chosenPerWard(events, new Set([...movedOn].map(({ fallId }) => fallId)));
  }

  return startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'morning: asking failed, retrying'),
  });
}

/** False if the ward was asked already, or somebody has meanwhile seen the patient. */
function ask({ events, now }: AskDeps, event: AskableEvent, day: Day): Promise<boolean> {
  const { patientId } = event;
  return events.transaction(async (q) => {
    await lockForRaise(q, [patientId]);
    const at = new Date(now());
    const id = (await isStillSilent(q, event)) ? await insertQuestion(q, event, day, at) : undefined;
    if (id === undefined) return { result: false, events: [] };
    const careTeam = (await careTeamsOf(q, [patientId], at))(patientId);
    const { onDuty } = careTeam;
    await notify(q, patientId, onDuty.length > 0 ? onDuty : alertedOf(careTeam), at);
    return { result: true, events: await eventsAbout(q, id, careTeam) };
  });
}

/** By their routine channels; quiet hours mute it. */
async function notify(
  q: Queryable,
  patientId: string,
  recipients: readonly string[],
  at: Date,
): Promise<void> {
  const patient = (await namesAndRooms(q, [patientId]))(patientId);
  const channels = await workingChannels(q, recipients, ROUTINE_KINDS);
  const message = messageAboutPerson(
    'morning.question',
    { patientId, ...patient },
    { about: 'morning-question', ...patient },
    at,
  );
  const messages = channels
    .filter((channel) => !isMuted(channel, null, at))
    .map(({ id, userId, kind, target }) => ({
      fallId: null,
      to: { channelId: id, personId: userId },
      lane: laneOf(kind, target),
      message,
    }));
  await enqueue(q, messages, at);
}
