import type { Database } from '../../platform/database/database.ts';
import { changeOf } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { DEFAULT_LIMITS } from '../vocabulary.ts';
import { DetectionLimits, DetectionLimitsChange } from './schema.ts';
import { findOwnLimits, setOwnLimits } from './store.ts';

interface DetectionLimitsRouteDeps {
  readonly db: Database;
}

/** docs/response.md, "Verification" and "Sensitivity": the organisation's limits. Those of wards and patients: src/devices/watch/. */
export function detectionLimitsRoutes({ db }: DetectionLimitsRouteDeps): readonly Route[] {
  async function limits() {
    const own = await findOwnLimits(db, {});
    return {
      verify: own.verify ?? DEFAULT_LIMITS.verify,
      sensitivity: own.sensitivity ?? DEFAULT_LIMITS.sensitivity,
      own,
      inherited: own.verify === null && own.sensitivity === null,
    };
  }

  return [
    route({
      operation: 'getLimits',
      at: 'GET /admin/limits',
      access: ['ADMIN'],
      summary: "Get the organisation's limits",
      reply: success(DetectionLimits),
      handle: async () => ({ data: await limits() }),
    }),

    route({
      operation: 'updateLimits',
      at: 'PUT /admin/limits',
      access: ['ADMIN'],
      summary: "Change the organisation's limits. Open falls keep those they started with.",
      body: DetectionLimitsChange,
      reply: success(DetectionLimits),
      async handle({ body, record }) {
        await setOwnLimits(db, {}, body);
        record({ action: 'limits.changed', message: changeOf("the organisation's limits", body) });
        return { data: await limits() };
      },
    }),
  ];
}
