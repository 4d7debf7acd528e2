import type { Database, Queryable } from '../platform/database/database.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import type { Log } from '../platform/log.ts';
import type { Running } from '../platform/module.ts';
import { createGrantRules, type GrantDeps, mappingOf } from '../sign-on/index.ts';
import type { SignOnConfig } from '../sign-on/settings.ts';
import type { ManagedAccounts } from './accounts.ts';
import { adminRoutes } from './admin-routes.ts';
import { createGroups } from './groups.ts';
import { SCIM } from './protocol/protocol.ts';
import { directoryRoutes } from './routes.ts';
import { createSettlement } from './settle.ts';
import { createTurns, recordingRefusals } from './turns.ts';
import { createUsers } from './users.ts';
import { watchAccounts } from './watch.ts';

interface DirectoryDeps extends GrantDeps {
  readonly db: Database;
  readonly managedAccounts: ManagedAccounts;
  readonly directoryAccounts: (q: Queryable) => Promise<readonly object[]>;
  readonly config: SignOnConfig;
  readonly audit: AuditTrail;
  readonly publicUrl: () => string;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** docs/directory.md */
export function openDirectory(deps: DirectoryDeps): Running {
  const { db, managedAccounts: accounts, config, audit, now, log } = deps;
  const mapping = mappingOf(config);
  const settlement = createSettlement({
    accounts,
    grantRules: createGrantRules(deps),
    mapping,
    additive: config.oidcRoles === 'additive',
    now,
  });
  const takeTurn = createTurns({ db, lockAdmins: accounts.lockAdmins });
  const watch = watchAccounts({ db, settlement, takeTurn, audit, now, log });
  deps.closeLater('directory', () => watch.close());
  const base = () => `${deps.publicUrl()}${SCIM.base}`;
  const ofRequests = recordingRefusals(takeTurn);
  const users = createUsers({ accounts, settlement, takeTurn: ofRequests, base, now });
  const groups = createGroups({ settlement, takeTurn: ofRequests, settleSome: watch.settleSome, now });
  return {
    routes: [...directoryRoutes({ db, users, groups, base }), ...adminRoutes({ ...deps, mapping, base })],
    start() {
      watch
        .settleAll()
        .catch((error: unknown) => log.warn({ err: error }, 'directory: accounts were not settled'));
    },
  };
}
