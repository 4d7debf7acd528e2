import { isAlerting } from '../../src/falls/raise/alert-caregivers.ts';
import { FALL_LEVELS, type FallLevel, fallLevel } from '../../src/platform/fall-levels.ts';
import { preparedSql, sql } from '../helpers/sql.ts';
import type { Home } from './play.ts';
import type { Scene } from './scene.ts';
import type { Reported } from './writers.ts';

interface FallNow {
  readonly id: string;
  readonly confidence: number;
  readonly status: FallLevel;
  readonly state: string | null;
  readonly claimed_by: string | null;
  readonly offered_to: string | null;
  readonly resolved_at: string | null;
  readonly due_at: string | null;
  readonly verification: string | null;
  readonly holder_may_come: boolean;
  /** The alerts of active people of the care team. */
  readonly messages: readonly string[] | null;
  readonly timeline: readonly Entry[] | null;
}

interface Entry {
  readonly type: string;
  readonly by_id: string | null;
  readonly person_id: string | null;
  readonly level: FallLevel | null;
}

/** Says in words what is wrong with the falls of a scene; nothing if all is well. */
export async function violationsOf(
  { url, second: { outbox } }: Pick<Home, 'url' | 'second'>,
  { patient }: Scene,
  {
    reported,
    at,
    keepsTimeline,
  }: { readonly reported: readonly Reported[]; readonly at: number; readonly keepsTimeline: boolean },
): Promise<readonly string[]> {
  const [found] = await preparedSql(url, 'everything', EVERYTHING, [patient]);
  const { falls, never, stray }: { falls: readonly FallNow[]; never: readonly string[]; stray: number } =
    found;
  const wrong: string[] = [...never];
  if (stray > 0) wrong.push(...(await strayMessages(url, outbox, patient)));
  for (const { fall, level, isCall } of reported) {
    const now = falls.find(({ id }) => id === fall);
    if (now === undefined) continue;
    if (rankOf(now.status) < rankOf(level)) wrong.push(`a fall reported as ${level} is ${now.status}`);
    const other = now.messages?.find((message) => !IS_EMERGENCY.test(message));
    if (isCall && other !== undefined) wrong.push(`a call for help has the alert "${other}"`);
  }
  for (const fall of falls) {
    if (fall.status !== fallLevel(fall.confidence)) wrong.push(`${fall.confidence} has level ${fall.status}`);
    if (isAlerting(fall.status) !== (fall.state !== null))
      wrong.push(`${fall.status} has the response ${fall.state}`);
    wrong.push(...responseViolations(fall, at));
    if (keepsTimeline && fall.state !== null) wrong.push(...timelineViolations(fall));
  }
  return wrong;
}

/** A message to a person who has left the care team waits in the outbox, which drops it instead of sending it. */
async function strayMessages(
  url: string,
  outbox: Home['second']['outbox'],
  patient: string,
): Promise<readonly string[]> {
  await outbox.check();
  await outbox.settled();
  const notified = await sql(
    url,
    `SELECT l.person_id FROM response_log l JOIN fall_events f ON f.id = l.fall_id
     WHERE f.user_id = $1 AND l.type = 'told' AND l.person_id NOT IN (${NEAR})`,
    [patient],
  );
  return notified.map(({ person_id }) => `${person_id} is notified after they have left the care team`);
}

/** The alert of a call, or the one to admins that no caregiver can be reached for it. */
const IS_EMERGENCY = /help|No caregiver reachable: EMERGENCY/;

const rankOf = (level: FallLevel): number => FALL_LEVELS.indexOf(level);

function responseViolations(fall: FallNow, at: number): readonly string[] {
  const { state, claimed_by, offered_to, resolved_at, due_at, holder_may_come } = fall;
  const isDue = due_at !== null && Date.parse(due_at) <= at;
  const wrong: string[] = [];
  if (state === 'CLAIMED' && (claimed_by === null || !holder_may_come) && !isDue)
    wrong.push('a claim without a holder who may come is not looked at');
  if (state !== 'CLAIMED' && state !== 'RESOLVED' && claimed_by !== null) wrong.push(`${state} has a holder`);
  if (state !== 'CLAIMED' && offered_to !== null) wrong.push(`${state} is offered`);
  if ((state === 'RESOLVED') !== (resolved_at !== null)) wrong.push(`${state}, resolved at ${resolved_at}`);
  if ((state === 'CHECKING' || state === 'OPEN') && due_at === null) wrong.push(`${state} is never due`);
  if (state === 'RESOLVED' && due_at !== null && fall.verification !== 'pending')
    wrong.push('a resolved fall is due');
  if (fall.status === 'CONFIRMED' && fall.verification !== null) wrong.push('an emergency is judged again');
  return wrong;
}

/** The timeline read from the start must end in the row. */
function timelineViolations(fall: FallNow): readonly string[] {
  let level: FallLevel = 'NO_FALL';
  let state = 'CHECKING';
  let [holder, offered]: (string | null)[] = [null, null];
  const wrong: string[] = [];
  for (const { type, by_id, person_id, level: now } of fall.timeline ?? []) {
    if (type === 'detected' || type === 'risen') {
      if (now !== null && type === 'risen' && rankOf(now) <= rankOf(level))
        wrong.push(`the timeline falls from ${level} to ${now}`);
      level = now ?? level;
      if (level === 'CONFIRMED' && state === 'CHECKING') state = 'OPEN';
    }
    if (state === 'RESOLVED' && STATES[type] !== undefined) wrong.push(`"${type}" after the end`);
    if (type === 'unreceived' && state !== 'OPEN') wrong.push(`"unreceived" while ${state}`);
    if (type === 'opened') state = 'OPEN';
    if (type === 'claimed') [state, holder, offered] = ['CLAIMED', by_id, null];
    if (type === 'offered') offered = person_id;
    if (type === 'declined' || type === 'withdrawn') offered = null;
    if (type === 'released' || type === 'expired' || (type === 'passed' && by_id === holder))
      [state, holder, offered] = ['OPEN', null, null];
    if (type === 'resolved' || type === 'cancelled') [state, offered] = ['RESOLVED', null];
  }
  const logged = JSON.stringify({ level, state, holder, offered });
  const { status, claimed_by, offered_to } = fall;
  const written = JSON.stringify({
    level: status,
    state: fall.state,
    holder: claimed_by,
    offered: offered_to,
  });
  if (logged !== written) wrong.push(`the timeline says ${logged}, the row ${written}`);
  return wrong;
}

/** Entries that change the state, which nothing may do after the end. */
const STATES: Readonly<Record<string, true>> = {
  opened: true,
  claimed: true,
  offered: true,
  declined: true,
  released: true,
  expired: true,
  resolved: true,
  cancelled: true,
};

const NEAR = `SELECT t.caregiver_id FROM care_teams t WHERE t.patient_id = $1
  UNION SELECT id FROM users WHERE role = 'ADMIN' UNION SELECT $1`;
const ACTIVE_NEAR = `SELECT id FROM users WHERE status = 'active' AND id IN (${NEAR})`;

const FALLS = `
  SELECT f.id, f.confidence, f.status, r.state, r.claimed_by, r.offered_to, r.resolved_at, r.due_at, r.verification,
         r.claimed_by IS NULL OR r.claimed_by IN (${ACTIVE_NEAR}) AS holder_may_come,
         (SELECT json_agg(a.message) FROM alerts a WHERE a.fall_id = f.id AND a.caregiver_id IN (${ACTIVE_NEAR})) AS messages,
         (SELECT json_agg(json_build_object('type', l.type, 'by_id', u.id, 'person_id', p.id, 'level', l.details->>'level')
            ORDER BY l.id)
          FROM response_log l LEFT JOIN users u ON u.id = l.by_id LEFT JOIN users p ON p.id = l.person_id
          WHERE l.fall_id = f.id) AS timeline
  FROM fall_events f LEFT JOIN responses r ON r.fall_id = f.id WHERE f.user_id = $1`;

/** What no row may be, each with a query that returns such rows as text. */
const NEVER: Readonly<Record<string, string>> = {
  'an alert without its fall': `SELECT a.id::text FROM alerts a
    WHERE a.patient_id = $1 AND a.fall_id IS NOT NULL AND NOT EXISTS (SELECT FROM fall_events f WHERE f.id = a.fall_id)`,
  'two alerts of one person about one fall': `SELECT caregiver_id::text FROM alerts
    WHERE patient_id = $1 AND fall_id IS NOT NULL GROUP BY fall_id, caregiver_id HAVING count(*) > 1`,
  'an alert of another level than its fall': `SELECT a.severity || ' ' || f.status
    FROM alerts a JOIN fall_events f ON f.id = a.fall_id
    WHERE a.patient_id = $1 AND a.severity <> f.status AND a.caregiver_id IN (${ACTIVE_NEAR})`,
  'an event for a person outside the care team': `SELECT e.type FROM live_events e
    WHERE e.about_id = $1 AND e.recipient_id NOT IN (${NEAR})`,
  'an alert message about a fall that somebody has': `SELECT o.message::text FROM outbox o JOIN responses r USING (fall_id)
    WHERE r.patient_id = $1 AND r.state IN ('CLAIMED', 'RESOLVED') AND o.state = 'PENDING'
      AND o.message->'content'->>'about' = 'fall'`,
  'a message about a fall that is not judged or has moved on': `SELECT o.message::text FROM outbox o JOIN responses r USING (fall_id)
    WHERE r.patient_id = $1 AND r.verification IN ('pending', 'moved_on') AND o.message->'content'->>'about' = 'fall'`,
  'an entry of a timeline without its fall': `SELECT l.type FROM response_log l
    WHERE NOT EXISTS (SELECT FROM fall_events f WHERE f.id = l.fall_id)`,
  'an event about a patient who is gone': `SELECT e.type FROM live_events e
    WHERE e.about_id = $1 AND NOT EXISTS (SELECT FROM users WHERE id = $1)`,
  'an alert about a patient who is gone': `SELECT a.type FROM alerts a
    WHERE a.patient_id = $1 AND NOT EXISTS (SELECT FROM users WHERE id = $1)`,
};

const EVERYTHING = `SELECT
  (SELECT count(*)::int FROM outbox o WHERE o.fall_id IN (SELECT id FROM fall_events WHERE user_id = $1)
     AND o.state = 'PENDING' AND o.person_id NOT IN (${NEAR})) AS stray,
  coalesce((SELECT json_agg(f) FROM (${FALLS}) f), '[]') AS falls,
  coalesce((SELECT json_agg(n.what || ': ' || n.it) FROM (
    ${Object.entries(NEVER)
      .map(([what, query]) => `SELECT '${what}' AS what, it FROM (${query}) AS n (it)`)
      .join(' UNION ALL ')}) n), '[]') AS never`;
