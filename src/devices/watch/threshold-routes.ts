import { patientLedAt } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { changeOf } from '../../platform/http/audit-lines.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import { findOwnLimits, limitsFor, setOwnLimits } from '../../response/index.ts';
import { deleteLimits, limitsOf, setLimits, thresholdsInForce } from './threshold-store.ts';
import type { DeviceThresholds } from './thresholds.ts';
import { LimitsChange, PatientLimits } from './thresholds-schema.ts';

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
  /** The limits in force. */
  async function limitsInForce(patientId: string) {
    const [chosen, ownDetection, detectionOf] = await Promise.all([
      limitsOf(db, [patientId]).then((found) => found.get(patientId)),
      findOwnLimits(db, { patientId }),
      limitsFor(db, [patientId]),
    ]);
    const { verify, sensitivity } = ownDetection;
    const inherited = !chosen?.isOwn && verify === null && sensitivity === null;
    return { ...thresholdsInForce(chosen, limits), ...detectionOf(patientId), own: ownDetection, inherited };
  }
  const target = (call: { readonly principal: Principal; readonly params: Params }) => patientLedAt(db, call);

  return [
    route({
      operation: 'getPatientLimits',
      at: `GET ${path}`,
      access: ['CAREGIVER', 'ADMIN'],
      summary:
        "Get the limits at which a patient's wearable alerts caregivers. `inherited` if none is the patient's own.",
      target,
      reply: success(PatientLimits),
      handle: async ({ target: { id } }) => ({ data: await limitsInForce(id) }),
    }),

    route({
      operation: 'updatePatientLimits',
      at: `PUT ${path}`,
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        "Set a patient's own limits. Null inherits that of the ward, the organisation or the settings.",
      target,
      body: LimitsChange,
      reply: success(PatientLimits),
      async handle({ target: { id }, body, record }) {
        const { verify, sensitivity, ...thresholds } = body;
        await db.transaction(async (q) => {
          if (verify !== undefined || sensitivity !== undefined)
            await setOwnLimits(q, { patientId: id }, { verify, sensitivity });
          if (Object.keys(thresholds).length > 0) await setLimits(q, id, thresholds);
        });
        record({ action: 'limits.changed', message: changeOf("a patient's limits", body), subjectId: id });
        return { data: await limitsInForce(id) };
      },
    }),

    route({
      operation: 'deletePatientLimits',
      at: `DELETE ${path}`,
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: "Reset a patient's limits to those of the ward, the organisation and the settings",
      target,
      reply: success(Confirmation),
      async handle({ target: { id }, record }) {
        const { inherited } = await limitsInForce(id);
        if (inherited) throw new NotFound("The patient's own limits");
        await db.transaction(async (q) => {
          await deleteLimits(q, id);
          await setOwnLimits(q, { patientId: id }, { verify: null, sensitivity: null });
        });
        const message = 'Returned a patient to the limits of the settings';
        record({ action: 'limits.changed', message, subjectId: id });
        return { data: { message: 'The limits of the settings apply again' } };
      },
    }),
  ];
}
