import type { Organisation } from '../../accounts/index.ts';
import type { EventLog, NewEvent } from '../../live/index.ts';
import { leadsOf } from '../../people/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Station } from '../../platform/http/principal.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import { endStaffNotices, notifyStaff } from './staff-notices.ts';
import { activeAdmins } from './store.ts';

interface StationNoticeDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly events: EventLog;
  readonly now: () => number;
}

interface PinLock {
  readonly station: Station;
  readonly person: { readonly id: string; readonly name: string };
  readonly lockedMs: number;
}

/** A station that nobody repairs stays on the boards this long. */
const LOST_SHOWN_MS = 30 * DAY_MS;

const subjectOf = ({ id }: Pick<Station, 'id'>): string => `station:${id}`;

/** docs/home.md, "Stations" and "Blind spots": notices about stations to leads, admins and caregivers. */
export function createStationNotices({ db, organisation, events, now }: StationNoticeDeps) {
  /** The leads of the station's ward, and the admins. */
  const staffOf = async (q: Queryable, { wardId }: Station): Promise<readonly string[]> => [
    ...(wardId === null ? [] : await leadsOf(q, [wardId])),
    ...(await activeAdmins(q)),
  ];

  return {
    /** `markLost` marks the stations, in the transaction of the notices. */
    lost: (markLost: (q: Queryable) => Promise<readonly Station[]>, at: Date): Promise<void> =>
      events.transaction(async (q) => {
        const newEvents: NewEvent[] = [];
        for (const station of await markLost(q)) {
          const notice = {
            recipients: await staffOf(q, station),
            subject: subjectOf(station),
            wardId: station.wardId,
            content: { about: 'station-offline', stationName: station.name },
            shownUntil: new Date(at.getTime() + LOST_SHOWN_MS),
          } as const;
          newEvents.push(...(await notifyStaff(q, notice, organisation, at)));
        }
        return { result: undefined, events: newEvents };
      }),

    /** The stations are connected again, or removed. */
    over: (stationIds: readonly string[]): Promise<void> =>
      endStaffNotices(
        db,
        stationIds.map((id) => subjectOf({ id })),
      ),

    /** Five wrong PINs were entered for a person. */
    async pinLocked({ station, person, lockedMs }: PinLock) {
      const at = new Date(now());
      await events.transaction(async (q) => {
        const leads = station.wardId === null ? [] : await leadsOf(q, [station.wardId]);
        const newEvents = await notifyStaff(
          q,
          {
            recipients: [person.id, ...(leads.length === 0 ? await activeAdmins(q) : leads)],
            subject: `pin:${person.id}`,
            wardId: station.wardId,
            content: {
              about: 'pin-locked',
              personName: person.name,
              stationName: station.name,
              minutes: Math.round(lockedMs / MINUTE_MS),
            },
            shownUntil: new Date(at.getTime() + lockedMs),
          },
          organisation,
          at,
        );
        return { result: undefined, events: newEvents };
      });
    },
  };
}

export type StationNotices = ReturnType<typeof createStationNotices>;
