import type { EventLog } from '../live/index.ts';
import { leadsOf } from '../people/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Station } from '../platform/http/principal.ts';
import { DAY_MS, MINUTE_MS } from '../platform/time.ts';
import { endStaffNotices, tellStaff } from './staff-notices.ts';
import { activeAdmins } from './store/staff-notices.ts';

interface StationNoticeDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly now: () => number;
}

/** A station that nobody repairs stays on the boards this long. */
const LOST_SHOWN_MS = 30 * DAY_MS;
const LOCK_SHOWN_MS = 15 * MINUTE_MS;

const subjectOf = ({ id }: Pick<Station, 'id'>): string => `station:${id}`;

/** docs/home.md, "Stations" and "Blind spots": what leads, admins and caregivers hear about stations. */
export function createStationNotices({ db, events, now }: StationNoticeDeps) {
  /** The leads of the station's ward, and the admins. */
  const staffOf = async (q: Queryable, { wardId }: Station): Promise<readonly string[]> => [
    ...(wardId === null ? [] : await leadsOf(q, [wardId])),
    ...(await activeAdmins(q)),
  ];

  return {
    /** Runs in the transaction that marks the stations; returns what to do after the commit. */
    async lost(q: Queryable, stations: readonly Station[], at: Date): Promise<() => void> {
      const told = [];
      for (const station of stations) {
        const notice = {
          recipients: await staffOf(q, station),
          kind: 'STATION_OFFLINE',
          subject: subjectOf(station),
          wardId: station.wardId,
          text: {
            title: `Station offline: ${station.name}`,
            body: `The station "${station.name}" is not connected. It shows no alerts until it is.`,
          },
          shownUntil: new Date(at.getTime() + LOST_SHOWN_MS),
        } as const;
        told.push(...(await tellStaff(q, notice, at)));
      }
      const appended = await events.append(q, told);
      return () => events.broadcast(appended);
    },

    /** The stations are connected again, or removed. */
    over: (stationIds: readonly string[]): Promise<void> =>
      endStaffNotices(
        db,
        stationIds.map((id) => subjectOf({ id })),
      ),

    /** Five wrong PINs were entered for a person. */
    async pinLocked({ station, person }: { station: Station; person: { id: string; name: string } }) {
      const at = new Date(now());
      const appended = await db.transaction(async (q) => {
        const leads = station.wardId === null ? [] : await leadsOf(q, [station.wardId]);
        const told = await tellStaff(
          q,
          {
            recipients: [person.id, ...(leads.length === 0 ? await activeAdmins(q) : leads)],
            kind: 'PIN_LOCKED',
            subject: `pin:${person.id}`,
            wardId: station.wardId,
            text: {
              title: `PIN locked: ${person.name}`,
              body: `Five wrong PINs for ${person.name} at the station "${station.name}". The PIN is locked for 15 minutes.`,
            },
            shownUntil: new Date(at.getTime() + LOCK_SHOWN_MS),
          },
          at,
        );
        return events.append(q, told);
      });
      events.broadcast(appended);
    },
  };
}

export type StationNotices = ReturnType<typeof createStationNotices>;
