import { patientAt, patientInCareAt, requireResponderTo } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import type { WearerLearning } from './learning.ts';
import { WearerDetector } from './schema.ts';
import type { DetectorView } from './view.ts';

interface WearerDetectorRouteDeps {
  readonly db: Database;
  readonly learning: WearerLearning;
  readonly detectorOf: DetectorView;
}

/** docs/response.md, "The detector learns its wearer": read and reset what was learned. */
export function wearerDetectorRoutes({
  db,
  learning,
  detectorOf,
}: WearerDetectorRouteDeps): readonly Route[] {
  return [
    route({
      operation: 'getPatientDetector',
      at: 'GET /patients/:id/detector',
      access: 'signed-in',
      summary:
        "Get what the detector has learned about a patient from caregivers' outcomes. For the patient, an assigned caregiver or an admin.",
      target: (call) => patientInCareAt(db, call),
      reply: success(WearerDetector),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the detector of a patient', target.id);
        return { data: await detectorOf(target.id) };
      },
    }),

    route({
      operation: 'resetPatientDetector',
      at: 'DELETE /patients/:id/detector',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        'Reset the detector to the standard sensitivity for a patient. For assigned caregivers and admins.',
      async target(call) {
        const patient = await patientAt(db, call);
        await requireResponderTo(db, call.principal, patient.id);
        return patient;
      },
      reply: success(WearerDetector),
      async handle({ target, principal, record }) {
        await learning.reset(target.id, principal.userId);
        record({
          action: 'detector.reset',
          message: 'Reset the detector of a patient to the standard sensitivity',
          subjectId: target.id,
        });
        return { data: await detectorOf(target.id) };
      },
    }),
  ];
}
