import Type from 'typebox';
import { findUser } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import { DAY_MS } from '../../platform/time.ts';
import { NewShift, OnDuty } from './shift-schema.ts';
import { onDuty } from './shift-store.ts';
import type { Shifts } from './shifts.ts';

interface ShiftRouteDeps {
  readonly db: Database;
  readonly shifts: Shifts;
  readonly now: () => number;
}

const MAX_SHIFT_MS = DAY_MS;

/** docs/response.md, "Endpoints": shifts of caregivers. */
export const shiftRoutes = ({ db, shifts, now }: ShiftRouteDeps): readonly Route[] => [
  route({
    operation: 'startShift',
    at: 'POST /caregivers/me/shift',
    access: ['CAREGIVER'],
    scope: 'manage',
    summary: 'Start a shift until a given time. Replaces the current shift.',
    body: NewShift,
    rules({ until }) {
      const ahead = until === undefined ? 1 : Date.parse(until) - now();
      return ahead > 0 && ahead <= MAX_SHIFT_MS
        ? {}
        : { until: 'must be in the future, at most 24 hours ahead' };
    },
    status: 201,
    reply: success(OnDuty),
    async handle({ principal: { userId }, body, record }) {
      const until = new Date(body.until);
      await shifts.start(userId, until);
      const person = await findUser(db, userId);
      if (person === undefined) throw new NotFound('User');
      record({ action: 'shift.started', message: `On duty until ${until.toISOString()}`, subjectId: userId });
      return { data: { id: userId, name: `${person.firstName} ${person.lastName}`, until, via: 'shift' } };
    },
  }),

  route({
    operation: 'endShift',
    at: 'DELETE /caregivers/me/shift',
    access: ['CAREGIVER'],
    scope: 'manage',
    summary: 'End your shift or your slot of the roster early. Other caregivers are notified of open claims.',
    reply: success(Confirmation),
    async handle({ principal: { userId }, record }) {
      if (!(await shifts.end(userId))) throw new NotFound('Shift');
      record({ action: 'shift.ended', message: 'Ended the shift', subjectId: userId });
      return { data: { message: 'The shift is over' } };
    },
  }),

  route({
    operation: 'listOnDuty',
    at: 'GET /caregivers/on-duty',
    access: ['CAREGIVER', 'ADMIN'],
    summary: 'List caregivers on duty, by roster or shift, and when they end',
    reply: success(Type.Array(OnDuty)),
    handle: async () => ({ data: await onDuty(db, new Date(now())) }),
  }),
];
