import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { Confirmation, page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { patientInCareAt } from '../routes/patient-path.ts';
import { type AbsenceDeps, endAbsenceEarly, setAbsence } from './changes.ts';
import { MOST_AHEAD_MS } from './rules.ts';
import { Absence, NewAbsence, PastAbsence } from './schema.ts';
import { ABSENCE_SORTS, listAbsences } from './store.ts';

interface AbsenceRouteDeps extends AbsenceDeps {
  readonly db: Database;
}

/** docs/home.md, "Absence". */
export const absenceRoutes = (deps: AbsenceRouteDeps): readonly Route[] => [
  route({
    operation: 'listAbsences',
    at: 'GET /patients/:id/absences',
    access: 'signed-in',
    summary: "List a patient's absences, newest first. For the patient, the care team and admins.",
    target: (call) => patientInCareAt(deps.db, call),
    query: pageQuery({}, ABSENCE_SORTS),
    reply: page(PastAbsence),
    async handle({ target: { id }, query }) {
      const { rows, pagination } = await listAbsences(deps.db, id, readPage(query));
      return { data: rows, pagination };
    },
  }),

  route({
    operation: 'setAbsence',
    at: 'PUT /patients/:id/absence',
    access: ['CAREGIVER', 'ADMIN'],
    scope: 'manage',
    fromStation: true,
    summary:
      'Record that a patient is away. Until then, alerts about a silent or unworn wearable and missed check-ins are held. For the care team and admins.',
    target: (call) => patientInCareAt(deps.db, call),
    body: NewAbsence,
    rules({ until }) {
      const ahead = until === undefined ? 1 : Date.parse(until) - deps.now();
      return ahead > 0 && ahead <= MOST_AHEAD_MS
        ? {}
        : { until: 'must be in the future, at most 30 days ahead' };
    },
    reply: success(Absence),
    async handle({ target: { id }, principal: { userId }, body, record }) {
      const until = new Date(body.until);
      const absence = await setAbsence(deps, id, { until, reason: body.reason ?? null, byId: userId });
      if (absence === undefined) throw new NotFound('Patient');
      record({ action: 'absence.set', message: `Away until ${until.toISOString()}`, subjectId: id });
      return { data: absence };
    },
  }),

  route({
    operation: 'endAbsence',
    at: 'DELETE /patients/:id/absence',
    access: ['CAREGIVER', 'ADMIN'],
    scope: 'manage',
    fromStation: true,
    summary: "End a patient's absence. For the care team and admins.",
    target: (call) => patientInCareAt(deps.db, call),
    reply: success(Confirmation),
    async handle({ target: { id }, record }) {
      if (!(await endAbsenceEarly(deps, id))) throw new NotFound('Absence');
      record({ action: 'absence.ended', message: 'Ended the absence of a patient', subjectId: id });
      return { data: { message: 'The absence is over' } };
    },
  }),
];
