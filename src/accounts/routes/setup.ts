import type { PlatformConfig } from '../../platform/config/settings.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { SetupFacts } from '../admin-schema.ts';
import { hasSharedAddress } from '../store/organisation.ts';
import { countActiveCaregivers } from '../store/user-lists.ts';

interface SetupRouteDeps {
  readonly db: Queryable;
  readonly config: Pick<PlatformConfig, 'rateLimitBy'>;
}

/** For the console's guide of admins. */
export const setupRoute = ({ db, config: { rateLimitBy } }: SetupRouteDeps): Route =>
  route({
    operation: 'getSetupFacts',
    method: 'GET',
    path: '/admin/setup',
    access: ['ADMIN'],
    summary: 'Get what an admin should know about the installation',
    reply: success(SetupFacts),
    async handle() {
      const [sharesAddress, caregivers] = await Promise.all([
        hasSharedAddress(db),
        countActiveCaregivers(db),
      ]);
      return { data: { rateLimitBy, sharesAddress, caregivers } };
    },
  });
