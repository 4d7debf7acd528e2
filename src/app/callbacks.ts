import { builtInServiceAccount } from '../accounts/service-accounts.ts';
import { countEndedSessions } from '../accounts/store/sessions.ts';
import { isLasting } from '../devices/store/conditions.ts';
import { countSurplusDeviceLogs, trimDeviceLogs } from '../devices/store/device-logs.ts';
import { patientAt } from '../people/routes/patient-path.ts';
import { auditScope } from '../people/wards/audit-scope.ts';
import { membershipsOf, wardsLedBy } from '../people/wards/store.ts';
import { shakenReadings } from '../readings/store/shaken-readings.ts';
import { onDuty } from '../response/index.ts';
import { activeAlertsOf } from '../response/store/alerts.ts';
import { toldFalls } from '../response/store/told-falls.ts';
import { readingsAround } from './fall-signal.ts';

/** docs/architecture.md, "Modules": what a module needs of a later one, or one file alone of an earlier one. */
export const CALLBACKS = {
  membershipsOf,
  auditScope,
  wardsLedBy,
  patientAt,
  onDuty,
  toldFalls,
  countAlerts: activeAlertsOf,
  isLasting,
  readingsBetween: shakenReadings,
  readingsAround,
  countEndedSessions,
  deviceLogs: { countSurplus: countSurplusDeviceLogs, trim: trimDeviceLogs },
  builtInServiceAccount,
};
