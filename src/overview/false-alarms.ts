import Type from 'typebox';
import type { Organisation } from '../accounts/index.ts';
import { requireLead } from '../people/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { daysOf, instantsOf, MAX_DAYS, type Period, readPeriod } from '../platform/period.ts';
import { success } from '../platform/schema/envelope.ts';
import * as t from '../platform/schema/primitives.ts';
import { isoWeekOf, startOfDay } from '../platform/zone.ts';

interface FalseAlarmRouteDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'current'>;
}

/** Those with the most false alarms. */
const MOST_WEARABLES = 100;

const counts = {
  falls: t.count('Falls of level POTENTIAL and above whose wearer had not moved on', 5),
  falseAlarms: t.count('Falls that a caregiver has judged a false alarm', 2),
};

const FalseAlarms = t.record('FalseAlarms', 'False alarms of a period by wearable and week', {
  wearables: Type.Array(
    t.record('FalseAlarmsOfWearable', 'False alarms of a wearable', {
      id: t.id('ID of the device'),
      name: t.string('Name of the device', 'Watch'),
      ...counts,
      weeks: Type.Array(
        t.record('FalseAlarmsOfWeek', 'False alarms of a wearable in a week', {
          week: t.string('ISO week', '2026-W47'),
          ...counts,
        }),
        { description: 'Weeks with falls, in order' },
      ),
    }),
    { description: `Wearables with false alarms, those with the most first; at most ${MOST_WEARABLES}` },
  ),
});

/** docs/home.md, "Wearables: batteries and false alarms". Without the names of wearers: a wearable may have passed to another ward. */
export const falseAlarmsRoute = ({ db, organisation }: FalseAlarmRouteDeps): Route =>
  route({
    operation: 'getFalseAlarms',
    at: 'GET /reports/false-alarms',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'Count false alarms by wearable and ISO week. For admins, and leads with the `wardId` of their ward.',
    query: Type.Object({
      from: t.date("First day, in the organisation's time zone"),
      to: t.date(`Last day, inclusive; at most ${MAX_DAYS} days in all`),
      wardId: t.optional(t.id('Only falls of patients who are in this ward now; required for leads')),
    }),
    mayNotFind: true,
    reply: success(FalseAlarms),
    async handle({ principal, query: { wardId = null, ...days } }) {
      await requireLead(db, principal, wardId);
      const period = readPeriod(days, organisation.current().timeZone);
      return { data: { wearables: await falseAlarms(db, period, wardId) } };
    },
  });

interface Counted {
  readonly falls: number;
  readonly falseAlarms: number;
}

async function falseAlarms(q: Queryable, period: Period, wardId: string | null) {
  const days = daysOf(period);
  const firsts = days.filter((day, i) => i === 0 || isoWeekOf(day) !== isoWeekOf(days[i - 1] ?? day));
  const { start, end } = instantsOf(period);
  const rows = await q.rows<
    Counted & {
      readonly id: string;
      readonly name: string;
      readonly weeks: readonly (Counted & { readonly number: number })[];
    }
  >(
    `WITH counted AS (
       SELECT f.device_id, width_bucket(t.fell_at, $3::timestamptz[]) AS number, count(*)::int AS falls,
              count(*) FILTER (WHERE coalesce(t.outcome = 'FALSE_ALARM', t.false_alarm))::int AS "falseAlarms"
       FROM fall_times_public t JOIN real_falls f ON f.id = t.fall_id JOIN people_public u ON u.id = t.patient_id
       WHERE t.fell_at >= $1 AND t.fell_at < $2 AND t.outcome IS DISTINCT FROM 'MOVED_ON' AND f.device_id IS NOT NULL
         AND ($4::uuid IS NULL OR u.ward_id = $4)
       GROUP BY 1, 2)
     SELECT d.id, d.name, sum(c.falls)::int AS falls, sum(c."falseAlarms")::int AS "falseAlarms",
            json_agg(json_build_object('number', c.number, 'falls', c.falls, 'falseAlarms', c."falseAlarms")
                     ORDER BY c.number) AS weeks
     FROM counted c JOIN devices_public d ON d.id = c.device_id
     GROUP BY d.id, d.name HAVING sum(c."falseAlarms") > 0
     ORDER BY sum(c."falseAlarms") DESC, d.name, d.id LIMIT ${MOST_WEARABLES}`,
    [start, end, firsts.map((day) => startOfDay(day, period.zone)), wardId],
  );
  return rows.map((row) => ({
    ...row,
    weeks: row.weeks.map(({ number, ...week }) => ({
      week: isoWeekOf(firsts[number - 1] ?? period.from),
      ...week,
    })),
  }));
}
