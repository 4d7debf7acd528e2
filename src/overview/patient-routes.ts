import { type MovementByMinute, patientDayOf } from '../coverage/index.ts';
import { deviceOverviewOf } from '../devices/index.ts';
import { listFallsOf } from '../falls/index.ts';
import { patientInCareAt, patientProfile } from '../people/index.ts';
import type { Database } from '../platform/database/database.ts';
import { NotFound } from '../platform/errors.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import { readPage } from '../platform/schema/paging.ts';
import { rulesOf } from '../sensors/index.ts';
import type { PatientHealth } from './patient-health.ts';
import { HealthSummary, PatientOverview } from './patient-schema.ts';
import { healthSummaryOf } from './wellbeing.ts';

interface PatientHealthRouteDeps {
  readonly db: Database;
  readonly facts: PatientHealth;
  /** What the detector has learned about a patient. */
  readonly detectorOf: (patientId: string) => Promise<object>;
  readonly movementByMinute: MovementByMinute;
  /** Whether HOME_BROKER_URL is set. */
  readonly hasSmartHome: boolean;
  readonly now: () => number;
}

const OVERVIEW_FALLS = 50;

export const patientOverviewRoute = ({
  db,
  facts,
  detectorOf,
  movementByMinute,
  hasSmartHome: smartHome,
  now,
}: PatientHealthRouteDeps): Route =>
  route({
    operation: 'getPatientOverview',
    at: 'GET /patients/:id/overview',
    access: ['CAREGIVER', 'ADMIN'],
    summary: 'Get a patient with health, devices, newest falls and detector',
    target: (call) => patientInCareAt(db, call),
    reply: success(PatientOverview),
    async handle({ target, principal, record }) {
      recordHealthRead({ principal, record }, 'the overview of a patient', target.id);
      const [patient, [state], { rows: falls, pagination }, detector, sensorRules, day] = await Promise.all([
        patientProfile(db, facts, target),
        facts.of([target.id]),
        listFallsOf(db, target.id, readPage({ limit: OVERVIEW_FALLS }), {}),
        detectorOf(target.id),
        rulesOf(db, target.id),
        patientDayOf(db, movementByMinute, target.id, now()),
      ]);
      if (state === undefined) throw new NotFound('Patient');
      const devices = state.devices.map((device) => deviceOverviewOf(device, now()));
      const summary = healthSummaryOf(target.id, state);
      const totalFalls = pagination.total;
      return {
        data: { patient, health: summary, day, devices, falls, totalFalls, detector, sensorRules, smartHome },
      };
    },
  });

export const patientHealthRoute = ({ db, facts }: Pick<PatientHealthRouteDeps, 'db' | 'facts'>): Route =>
  route({
    operation: 'getPatientHealth',
    at: 'GET /patients/:id/health',
    access: ['CAREGIVER', 'ADMIN'],
    summary: "Get a patient's health summary",
    target: (call) => patientInCareAt(db, call),
    reply: success(HealthSummary),
    async handle({ target, principal, record }) {
      recordHealthRead({ principal, record }, 'the health summary of a patient', target.id);
      const [state] = await facts.of([target.id]);
      if (state === undefined) throw new NotFound('Patient');
      return { data: healthSummaryOf(target.id, state) };
    },
  });
