import type { Organisation } from '../accounts/index.ts';
import { blindSpansOf } from '../coverage/index.ts';
import { requireMemberOf } from '../people/index.ts';
import type { Person } from '../people/person.ts';
import type { Database } from '../platform/database/database.ts';
import { InvalidInput } from '../platform/errors.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import { type Route, route } from '../platform/http/route.ts';
import { lastNight, nightOf } from '../platform/night.ts';
import { keptSince, MAX_DAYS } from '../platform/period.ts';
import { success } from '../platform/schema/envelope.ts';
import { DAY_MS } from '../platform/time.ts';
import { type Day, nextDay } from '../platform/zone.ts';
import { blindSpans, gapsIn } from './night.ts';
import { Night, nightQuery } from './night-schema.ts';
import { fallsBetween, residentsIn } from './night-store.ts';

interface Slot {
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
  readonly caregivers: readonly Person[];
}

interface NightRouteDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly rosters: {
    calendar(wardIds: readonly string[], from: Day, to: Day): Promise<ReadonlyMap<string, readonly Slot[]>>;
  };
  readonly config: { readonly fallsRetentionDays?: number | undefined };
  readonly now: () => number;
}

const MOST_RESIDENTS = 500;
const MOST_FALLS = 500;

/** docs/home.md, "The night". */
export const nightRoute = ({
  db,
  organisation,
  rosters,
  config: { fallsRetentionDays },
  now,
}: NightRouteDeps): Route =>
  route({
    operation: 'getNight',
    at: 'GET /wards/:id/night',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'Get the night of a ward, from 18:00 until 06:00: falls and who went, the roster and its gaps, and times without readings. Every call is audited.',
    target: ({ principal, params }) => requireMemberOf(db, principal, params.id),
    query: nightQuery,
    reply: success(Night),
    async handle({ target: { id: wardId }, query, principal, record }) {
      const at = new Date(now());
      const zone = organisation.current().timeZone;
      const night = query.date ? nightOf(query.date, zone) : lastNight(at, zone);
      const since = keptSince(fallsRetentionDays, at.getTime());
      if (night.start > at || night.start.getTime() < at.getTime() - MAX_DAYS * DAY_MS)
        throw new InvalidInput({ date: `must be a night that has begun, at most ${MAX_DAYS} days ago` });
      if (night.start < since) throw new InvalidInput({ date: 'must be a night whose falls are still kept' });
      const { start, end, date } = night;
      const [residents, falls, calendar, dark] = await Promise.all([
        residentsIn(db, wardId, MOST_RESIDENTS),
        fallsBetween(db, wardId, night, MOST_FALLS),
        rosters.calendar([wardId], date, nextDay(date)),
        blindSpansOf(db, wardId, { start, end, keptSince: since, now: at.getTime() }, MOST_RESIDENTS),
      ]);
      recordHealthRead(
        { principal, record },
        'the night of a ward',
        residents.map(({ id }) => id),
      );
      const slots = (calendar.get(wardId) ?? []).filter((slot) => slot.start < end && slot.end > start);
      const darkOf = new Map(dark.map(({ patientId, blind }) => [patientId, blind]));
      const shown = ({ id, name, room }: (typeof residents)[number]) => ({ id, name, room });
      return {
        data: {
          date,
          from: start,
          until: end,
          falls,
          shifts: slots.map((slot) => ({
            name: slot.name,
            from: slot.start,
            until: slot.end,
            caregivers: slot.caregivers.map(({ id, name }) => ({ id, name })),
          })),
          gaps: gapsIn(night, slots),
          blind: residents
            .filter(({ hasWearable }) => hasWearable)
            .map((resident) => ({
              patient: shown(resident),
              spans: blindSpans(darkOf.get(resident.id) ?? []),
            }))
            .filter(({ spans }) => spans.length > 0),
          withoutWearable: residents.filter(({ hasWearable }) => !hasWearable).map(shown),
        },
      };
    },
  });
