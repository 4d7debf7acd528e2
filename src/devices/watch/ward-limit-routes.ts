import { requireLeadOf } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { findOwnLimits, setOwnLimits } from '../../response/index.ts';
import { DEFAULT_LIMITS } from '../../response/vocabulary.ts';
import { setWardSilence, wardSilence } from './threshold-store.ts';
import type { DeviceThresholds } from './thresholds.ts';
import { WardLimits, WardLimitsChange } from './thresholds-schema.ts';

interface WardLimitDeps {
  readonly db: Database;
  readonly config: Pick<DeviceThresholds, 'deviceSilentMinutes'>;
}

/** docs/contract.md, "Silence and battery", docs/response.md, "Verification" and "Sensitivity": the limits of a ward. */
export function wardLimitRoutes({ db, config }: WardLimitDeps): readonly Route[] {
  async function limitsOf(wardId: string) {
    const [detection, organisation, deviceSilentMinutes] = await Promise.all([
      findOwnLimits(db, { wardId }),
      findOwnLimits(db, {}),
      wardSilence(db, wardId),
    ]);
    const own = { ...detection, deviceSilentMinutes };
    return {
      verify: own.verify ?? organisation.verify ?? DEFAULT_LIMITS.verify,
      sensitivity: own.sensitivity ?? organisation.sensitivity ?? DEFAULT_LIMITS.sensitivity,
      deviceSilentMinutes: own.deviceSilentMinutes ?? config.deviceSilentMinutes,
      own,
      inherited: Object.values(own).every((limit) => limit === null),
    };
  }

  return [
    route({
      operation: 'getWardLimits',
      at: 'GET /wards/:id/limits',
      access: ['CAREGIVER', 'ADMIN'],
      summary: "Get a ward's limits. `inherited` if they are those of the organisation and the settings.",
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      reply: success(WardLimits),
      handle: async ({ target: { id } }) => ({ data: await limitsOf(id) }),
    }),

    route({
      operation: 'updateWardLimits',
      at: 'PUT /wards/:id/limits',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: "Change a ward's limits. Open falls keep those they started with.",
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      body: WardLimitsChange,
      reply: success(WardLimits),
      async handle({ target: { id, name }, body: { deviceSilentMinutes, ...detection }, record }) {
        await db.transaction(async (q) => {
          if (Object.keys(detection).length > 0) await setOwnLimits(q, { wardId: id }, detection);
          if (deviceSilentMinutes !== undefined) await setWardSilence(q, id, deviceSilentMinutes);
        });
        record({ action: 'limits.changed', message: `Changed the limits of the ward ${name}` });
        return { data: await limitsOf(id) };
      },
    }),
  ];
}
