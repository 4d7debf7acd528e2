import type { Database } from '../../platform/database/database.ts';
import { type Details, InvalidInput, NotFound } from '../../platform/errors.ts';
import { changeOf } from '../../platform/http/audit-lines.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import { eachOnce } from '../../platform/schema/time-of-day.ts';
import { patientInCareAt } from '../routes/patient-path.ts';
import { type CheckInTimes, nextWindow } from './rules.ts';
import { CheckIn, CheckInChange } from './schema.ts';
import { deleteCheckIn, findCheckIn, saveCheckIn, signCheckIn } from './store.ts';

interface CheckInRouteDeps {
  readonly db: Database;
  /** The organisation's time zone. */
  readonly timeZone: () => string;
  readonly now: () => number;
}

const missing = () => new NotFound('Check-in');

/** docs/home.md, "Check-in". */
export function checkInRoutes({ db, timeZone, now }: CheckInRouteDeps): readonly Route[] {
  const path = '/patients/:id/check-in';
  const target = (call: { readonly principal: Principal; readonly params: Params }) =>
    patientInCareAt(db, call);

  return [
    route({
      operation: 'checkIn',
      at: 'POST /patients/me/check-in',
      access: ['PATIENT'],
      limit: 'urgent',
      scope: 'ingest',
      withTemporaryPassword: 'devices',
      summary: 'Check in ("I\'m up"). Counts while the window is open; before it, nothing changes.',
      reply: success(CheckIn),
      async handle({ principal: { userId }, record }) {
        await signCheckIn(db, userId, new Date(now()));
        const checkIn = await findCheckIn(db, userId);
        if (checkIn === undefined) throw missing();
        record({ action: 'check-in.made', message: 'Checked in', subjectId: userId });
        return { data: checkIn };
      },
    }),

    route({
      operation: 'getCheckIn',
      at: `GET ${path}`,
      access: ['CAREGIVER', 'ADMIN'],
      summary: "Get a patient's check-in. For the care team and admins.",
      target,
      reply: success(CheckIn),
      async handle({ target: { id } }) {
        const checkIn = await findCheckIn(db, id);
        if (checkIn === undefined) throw missing();
        return { data: checkIn };
      },
    }),

    route({
      operation: 'setCheckIn',
      at: `PUT ${path}`,
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        "Set a patient's check-in: the times in which they show a sign of life, or caregivers are alerted. For the care team and admins.",
      target,
      body: CheckInChange,
      reply: success(CheckIn),
      async handle({ target: { id }, body, record }) {
        const at = new Date(now());
        const checkIn = await db.transaction(async (q) => {
          const times = completed({ ...(await findCheckIn(q, id)), ...body });
          return saveCheckIn(q, id, { ...times, ...nextWindow(times, at, timeZone()) }, at);
        });
        record({
          action: 'check-in.changed',
          message: changeOf("a patient's check-in", body),
          subjectId: id,
        });
        return { data: checkIn };
      },
    }),

    route({
      operation: 'deleteCheckIn',
      at: `DELETE ${path}`,
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: "Delete a patient's check-in. For the care team and admins.",
      target,
      reply: success(Confirmation),
      async handle({ target: { id }, record }) {
        if (!(await deleteCheckIn(db, id))) throw missing();
        record({ action: 'check-in.changed', message: "Deleted a patient's check-in", subjectId: id });
        return { data: { message: 'The check-in is deleted' } };
      },
    }),
  ];
}

const REQUIRED = 'is required';

/** Compares what a change leaves: a subset may contradict the rest. `HH:MM` compares as text. */
function completed({ from, until, weekdays }: Partial<CheckInTimes>): CheckInTimes {
  const details: Details = {
    ...(from === undefined && { from: REQUIRED }),
    ...(until === undefined && { until: REQUIRED }),
    ...(weekdays === undefined && { weekdays: REQUIRED }),
    ...(from !== undefined && until !== undefined && until <= from && { until: 'must be after from' }),
  };
  if (from === undefined || until === undefined || weekdays === undefined || Object.keys(details).length > 0)
    throw new InvalidInput(details);
  return { from, until, weekdays: eachOnce(weekdays) };
}
