import { patientAt, patientInCareAt, requireResponderTo } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { CLOCK_TOLERANCE_MS, DAY_MS } from '../../platform/time.ts';
import type { FallAlerts } from '../raise/raise.ts';
import { fallsFilter, ListedFall, NewPatientFall, RecordedFall } from '../schema.ts';
import { FALL_SORTS, listFallsOf } from '../store/falls.ts';
import { keptBy, recordedFall, reportOf } from './fall-report.ts';

interface PatientFallRouteDeps {
  readonly db: Database;
  readonly fallAlerts: FallAlerts;
  readonly now: () => number;
}

export const patientFallRoutes = (deps: PatientFallRouteDeps): readonly Route[] => [
  listOfPatient(deps),
  reportForPatient(deps),
];

const LONGEST_AGO_MS = DAY_MS;

/** For a fall that a caregiver has seen or heard of: the resident may have no wearable, and no phone at hand. */
const reportForPatient = ({ db, fallAlerts, now }: PatientFallRouteDeps): Route =>
  route({
    operation: 'reportPatientFall',
    at: 'POST /patients/:id/falls',
    access: ['CAREGIVER', 'ADMIN'],
    limit: 'urgent',
    summary:
      'Report a fall of a patient, as the patient does with `POST /falls`. With `withPatient` the caller claims it at once. For the care team and admins.',
    async target(call) {
      const patient = await patientAt(db, call);
      await requireResponderTo(db, call.principal, patient.id);
      return patient;
    },
    body: NewPatientFall,
    rules({ happenedAt }) {
      const ago = happenedAt ? now() - Date.parse(happenedAt) : 0;
      return ago >= -CLOCK_TOLERANCE_MS && ago <= LONGEST_AGO_MS
        ? {}
        : { happenedAt: 'must be within the last 24 hours, and not in the future' };
    },
    status: 201,
    reply: success(RecordedFall),
    async handle({ target, principal: { userId }, body, record, keepReply }) {
      const isWithPatient = body.withPatient ?? false;
      const receivedAt = new Date(now());
      const happenedAt = body.happenedAt ? Date.parse(body.happenedAt) : Infinity;
      const at = new Date(Math.min(happenedAt, receivedAt.getTime()));
      const by = { userId, isWithPatient };
      const report = { ...reportOf(target.id, body, at), receivedAt, by, ...keptBy(keepReply) };
      const recorded = await fallAlerts.raiseFromReport(report);
      record({ action: 'fall.reported', message: 'Reported a fall', subjectId: target.id });
      return { data: recordedFall(recorded) };
    },
  });

const listOfPatient = ({ db, now }: PatientFallRouteDeps): Route =>
  route({
    operation: 'listPatientFalls',
    at: 'GET /patients/:id/falls',
    access: ['CAREGIVER', 'ADMIN'],
    summary: "List a patient's falls, optionally of the last `days`",
    target: (call) => patientInCareAt(db, call),
    query: pageQuery(fallsFilter, FALL_SORTS),
    reply: page(ListedFall),
    async handle({ target, query, principal, record }) {
      recordHealthRead({ principal, record }, 'the falls of a patient', target.id);
      const since = query.days ? new Date(now() - query.days * DAY_MS) : undefined;
      const filter = { since, status: query.status };
      const { rows, pagination } = await listFallsOf(db, target.id, readPage(query), filter);
      return { data: rows, pagination };
    },
  });
