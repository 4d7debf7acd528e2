import type { RateLimitBy } from '../../platform/config/values.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { SetupFacts } from '../admin-schema.ts';
import { hasSharedAddress } from '../store/organisation.ts';

interface SetupRouteDeps {
  readonly db: Queryable;
  readonly rateLimitBy: RateLimitBy;
}

/** For the console's guide of admins. */
export const setupRoute = ({ db, rateLimitBy }: SetupRouteDeps): Route =>
  route({
    operation: 'getSetupFacts',
    method: 'GET',
    path: '/admin/setup',
    access: ['ADMIN'],
    limit: 'global',
    summary: 'Get what an admin should know about the installation',
    status: 200,
    reply: success(SetupFacts),
    handle: async () => ({ data: { rateLimitBy, sharesAddress: await hasSharedAddress(db) } }),
  });
