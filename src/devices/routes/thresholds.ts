import { patientLedAt } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { changeOf } from '../../platform/http/audit-lines.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import { deleteLimits, findLimits, setLimits, thresholdsInForce } from '../store/thresholds.ts';
import type { DeviceThresholds } from '../thresholds.ts';
import { LimitsChange, PatientLimits } from '../thresholds-schema.ts';

interface ThresholdRouteDeps {
  readonly db: Database;
  readonly config: DeviceThresholds;
}

/** docs/contract.md, "Silence and battery": the limits at which caregivers are alerted to a patient's wearable. */
export function thresholdRoutes({
  db,
  config: { deviceSilentMinutes, batteryLowPercent },
}: ThresholdRouteDeps): readonly Route[] {
  const limits = { deviceSilentMinutes, batteryLowPercent };
  const path = '/patients/:id/limits';
  const target = (call: { readonly principal: Principal; readonly params: Params }) => patientLedAt(db, call);

  return [
    route({
      operation: 'getPatientLimits',
      method: 'GET',
      path,
      access: ['CAREGIVER', 'ADMIN'],
      summary:
        "Get the thresholds at which a patient's wearable alerts caregivers. `inherited` marks values from the settings.",
      target,
      reply: success(PatientLimits),
      async handle({ target: { id } }) {
        const own = await findLimits(db, id);
        return { data: { ...thresholdsInForce(own, limits), inherited: own === undefined } };
      },
    }),

    route({
      operation: 'updatePatientLimits',
      method: 'PUT',
      path,
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: "Set a patient's own thresholds. Null inherits the value from the settings.",
      target,
      body: LimitsChange,
      reply: success(PatientLimits),
      async handle({ target: { id }, body, record }) {
        const own = await setLimits(db, id, body);
        record({ action: 'limits.changed', message: changeOf("patient's limits", body), subjectId: id });
        return { data: { ...thresholdsInForce(own, limits), inherited: false } };
      },
    }),

    route({
      operation: 'deletePatientLimits',
      method: 'DELETE',
      path,
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: "Reset a patient's thresholds to the settings",
      target,
      reply: success(Confirmation),
      async handle({ target: { id }, record }) {
        if (!(await deleteLimits(db, id))) throw new NotFound("The patient's own thresholds");
        const message = 'Returned a patient to the limits of the settings';
        record({ action: 'limits.changed', message, subjectId: id });
        return { data: { message: 'The limits of the settings apply again' } };
      },
    }),
  ];
}
