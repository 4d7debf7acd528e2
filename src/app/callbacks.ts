import { serviceAccountsWith } from '../accounts/access-tokens/service-account-store.ts';
import { builtInServiceAccount } from '../accounts/access-tokens/service-accounts.ts';
import { takeAuditHead } from '../accounts/audit/chain-store.ts';
import { loginError } from '../accounts/login/routes.ts';
import { countEndedSessions } from '../accounts/login/session-store.ts';
import { countSurplusDeviceLogs, trimDeviceLogs } from '../devices/store/device-logs.ts';
import { isLasting } from '../devices/watch/conditions.ts';
import { isFromDirectory, isManaged } from '../directory/store.ts';
import { requireReportOf } from '../falls/reports/access.ts';
import { alertsByWard } from '../falls/reports/ward-alerts.ts';
import { endCare } from '../people/care-ends.ts';
import { patientAt } from '../people/routes/patient-path.ts';
import { auditScope } from '../people/wards/audit-scope.ts';
import { changeMemberships } from '../people/wards/given-memberships.ts';
import { membershipsOf, wardIdsNamed, wardsLedBy } from '../people/wards/store.ts';
import type { Queryable } from '../platform/database/database.ts';
import { createFallVerifier } from '../readings/fall-verifier.ts';
import { movementAround } from '../readings/store/movement.ts';
import { shakenReadings } from '../readings/store/shaken-readings.ts';
import { recountNotified } from '../response/alerts/notified-store.ts';
import { activeAlertsOf } from '../response/alerts/store.ts';
import { lockCaregiversOf } from '../response/care-team.ts';
import { onDuty } from '../response/index.ts';
import { notifiedFalls } from '../response/store/notified-falls.ts';
import { findResponse } from '../response/store/responses.ts';
import { recordTest } from '../test-book/store.ts';
import { readingsAround } from './fall-signal.ts';

/** docs/architecture.md, "Modules": what a module needs of a later one, or one file alone of an earlier one. */
export const CALLBACKS = {
  membershipsOf,
  wardIdsNamed,
  changeMemberships,
  auditScope,
  wardsLedBy,
  patientAt,
  onDuty,
  endCare,
  lockCaregiversOf,
  notifiedFalls,
  recountNotified,
  findResponse,
  countAlerts: activeAlertsOf,
  isLasting,
  readingsBetween: shakenReadings,
  readingsAround,
  movementAround,
  createFallVerifier,
  countEndedSessions,
  takeAuditHead,
  deviceLogs: { countSurplus: countSurplusDeviceLogs, trim: trimDeviceLogs },
  builtInServiceAccount,
  requireReportOf,
  alertsByWard,
  recordTest,
  directory: { isFromDirectory, managesGroupsOf: isManaged },
  directoryAccounts: (q: Queryable) => serviceAccountsWith(q, 'directory'),
  refusedLogin: loginError,
};
