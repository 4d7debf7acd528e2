import Type from 'typebox';
import type { Organisation } from '../accounts/index.ts';
import type { PlatformConfig } from '../platform/config/settings.ts';
import { RATE_LIMIT_BY } from '../platform/config/values.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import * as t from '../platform/schema/primitives.ts';
import type { ReachabilityWatch } from '../response/index.ts';
import { reachabilityWarning } from '../response/reach/reachability-schema.ts';
import { channelTests } from '../test-book/index.ts';
import type { TestBookConfig } from '../test-book/settings.ts';

interface SetupRouteDeps {
  readonly organisation: Pick<Organisation, 'sharesAddress'>;
  readonly db: Queryable;
  readonly config: Pick<PlatformConfig, 'rateLimitBy'> & TestBookConfig;
  readonly reachability: Pick<ReachabilityWatch, 'forSetup'>;
  readonly phoneUrls: () => Promise<readonly string[]>;
  readonly now: () => number;
}

const SetupFacts = t.record('SetupFacts', 'What an admin should know about the installation', {
  rateLimitBy: t.oneOf(RATE_LIMIT_BY, 'What the limit of requests per minute counts (RATE_LIMIT_BY)'),
  sharesAddress: t.boolean('Whether the limit has refused two people of one IP address'),
  caregivers: t.count('Number of active caregivers', 12),
  channels: t.count('Number of confirmed notification channels', 20),
  overdueChannels: t.count('Number of those whose test is overdue', 3),
  phoneUrls: Type.Array(t.string('URL without a path', 'https://192.168.1.5:3443'), {
    description:
      'Where a phone reaches the service over HTTPS, which its sensors need: the most likely address first; empty without HTTPS',
  }),
  unreachable: t.nullable(
    reachabilityWarning(),
    'Reason why an alert now would reach no caregiver outside the console, also while there are no residents; null: it would',
  ),
});

/** For the console's guide of admins. */
export const setupRoute = ({
  organisation,
  db,
  config,
  reachability,
  phoneUrls,
  now,
}: SetupRouteDeps): Route =>
  route({
    operation: 'getSetupFacts',
    at: 'GET /admin/setup',
    access: ['ADMIN'],
    summary: 'Get what an admin should know about the installation',
    reply: success(SetupFacts),
    async handle() {
      const [sharesAddress, { caregivers, unreachable }, tested, urls] = await Promise.all([
        organisation.sharesAddress(),
        reachability.forSetup(),
        channelTests(db, config, new Date(now())),
        phoneUrls(),
      ]);
      const { rateLimitBy } = config;
      return {
        data: {
          rateLimitBy,
          sharesAddress,
          caregivers,
          ...tested,
          phoneUrls: urls,
          unreachable: unreachable ?? null,
        },
      };
    },
  });
