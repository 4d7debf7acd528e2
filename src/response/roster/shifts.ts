import { findUser } from '../../accounts/index.ts';
import type { EventLog, NewEvent } from '../../live/index.ts';
import { CHANNEL_KINDS, type Channels, webhooksByEvent } from '../../notify/index.ts';
import type { Person } from '../../people/person.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Unavailable } from '../../platform/errors.ts';
import { alertedOf, careTeamsOf, lockCareTeams } from '../care-team.ts';
import { type ResponseChange, recordChanges, whoseOf } from '../commands/record-changes.ts';
import { notifyPeople } from '../messages.ts';
import { endShift } from '../states.ts';
import { claimsOf, lockFalls, lockResponses } from '../store/responses.ts';
import { endDuty, endShifts, overdueShifts, startShift } from './shift-store.ts';

export interface Shifts {
  start(caregiverId: string, until: Date): Promise<void>;
  /** Ends duty early, by shift or roster; false when the caregiver is not on duty. */
  end(caregiverId: string): Promise<boolean>;
  /** Ends shifts and slots whose time is over; returns for how many people this instance did. */
  endOverdue(): Promise<number>;
}

interface ShiftDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly channels: Pick<Channels, 'isConfigured'>;
  readonly now: () => number;
}

/** A person whose shift or slot has ended; `goesOffDuty` unless another one goes on, or they ended it early. */
interface Ended extends Person {
  readonly goesOffDuty: boolean;
}

const BATCH_SIZE = 50;

/**
 * A caregiver whose shift has ended must not keep a claim unnoticed: the other caregivers are notified, and the claim
 * expires at its time.
 */
export function createShifts({ db, events, channels, now }: ShiftDeps): Shifts {
  /** `endSome` ends shifts of these people, after the people concerned are locked. */
  async function ending(
    ids: readonly string[],
    endSome: (q: Queryable, ids: readonly string[], at: Date) => Promise<readonly Ended[]>,
  ): Promise<number> {
    return events.transaction(async (q) => {
      const at = new Date(now());
      const claims = await claimsOf(q, ids);
      await lockCareTeams(q, [...new Set(claims.map(({ patientId }) => patientId))]);
      const all = await endSome(q, ids, at);
      const ended = all.filter(({ goesOffDuty }) => goesOffDuty);
      const left = claims.filter(({ holderId }) => ended.some(({ id }) => id === holderId));
      const newEvents = await notifyOthers(
        q,
        left.map(({ fallId }) => fallId),
        ended,
        at,
      );
      return { result: all.length, events: newEvents };
    });
  }

  async function notifyOthers(
    q: Queryable,
    fallIds: readonly string[],
    ended: readonly Person[],
    at: Date,
  ): Promise<readonly NewEvent[]> {
    if (fallIds.length === 0) return [];
    const [, falls] = await Promise.all([lockFalls(q, fallIds), lockResponses(q, fallIds)]);
    const [careTeamOf, webhooksOf] = await Promise.all([
      careTeamsOf(
        q,
        falls.map(({ patientId }) => patientId),
        at,
      ),
      webhooksByEvent(q),
    ]);
    const changes = falls.flatMap((fall): ResponseChange[] => {
      const holder = ended.find(({ id }) => id === fall.response.claimedBy?.id);
      const changed = holder && endShift(fall.response, holder, at);
      return changed === undefined ? [] : [{ fall, ...changed, isAnnounced: true }];
    });
    const newEvents = await recordChanges(q, changes, { careTeamOf, webhooksOf }, at);
    for (const { fall } of changes) {
      const holder = fall.response.claimedBy;
      const others = alertedOf(careTeamOf(fall.patientId)).filter((id) => id !== holder?.id);
      const holderName = holder?.name ?? '';
      const content = { about: 'shift-end', ...whoseOf(fall), holderName } as const;
      const kinds = CHANNEL_KINDS.filter(channels.isConfigured);
      await notifyPeople(q, fall, others, { content }, { kinds, at });
    }
    return newEvents;
  }

  /** One shift that cannot be ended keeps no other one from ending. */
  async function endEach(ids: readonly string[]): Promise<number> {
    const results = await Promise.allSettled(ids.map((id) => ending([id], endShifts)));
    const ended = results.reduce(
      (sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0),
      0,
    );
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined && ended === 0) throw failure.reason;
    return ended;
  }

  return {
    start: async (caregiverId, until) => void (await startShift(db, caregiverId, until, new Date(now()))),
    async end(caregiverId) {
      const ended = await ending([caregiverId], async (q, _, at) => {
        const person = await findUser(q, caregiverId);
        if (person === undefined || !(await endDuty(q, caregiverId, at))) return [];
        return [{ id: person.id, name: `${person.firstName} ${person.lastName}`, goesOffDuty: true }];
      });
      return ended === 1;
    },
    async endOverdue() {
      // Runs at every check of the escalator, and nearly always finds none.
      const overdue = await overdueShifts(db, new Date(now()), BATCH_SIZE);
      if (overdue.length === 0) return 0;
      return ending(overdue, endShifts).catch((error: unknown) => {
        if (error instanceof Unavailable || overdue.length === 1) throw error;
        return endEach(overdue);
      });
    },
  };
}
