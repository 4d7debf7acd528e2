import type { Queryable } from '../platform/database/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import type { GroupMapping } from '../sign-on/index.ts';
import { DirectoryStatus, MAX_UNMAPPED } from './schema.ts';
import * as store from './store.ts';

interface AdminRouteDeps {
  readonly db: Queryable;
  readonly mapping: GroupMapping;
  /** Service accounts that may act as the directory. */
  readonly directoryAccounts: (q: Queryable) => Promise<readonly object[]>;
  readonly base: () => string;
}

/** docs/directory.md, "State". */
export const adminRoutes = ({ db, mapping, directoryAccounts, base }: AdminRouteDeps): readonly Route[] => [
  route({
    operation: 'getDirectoryStatus',
    at: 'GET /admin/directory',
    access: ['ADMIN'],
    summary: 'Get what the directory of the home manages, and which of its groups give nothing',
    reply: success(DirectoryStatus),
    async handle() {
      const { adminGroups, caregiverGroups, wardsOf } = mapping;
      const named = [...new Set([...adminGroups, ...caregiverGroups, ...wardsOf.keys()])];
      const [serviceAccounts, users, groups, outside, known] = await Promise.all([
        directoryAccounts(db),
        store.countUsers(db),
        store.countGroups(db),
        store.groupsOutside(db, named, MAX_UNMAPPED),
        store.groupsNamed(db, named),
      ]);
      const unmapped = { total: outside[0]?.total ?? 0, names: outside.map(({ name }) => name) };
      const missing = named.filter((name) => !known.includes(name));
      return { data: { url: base(), serviceAccounts, users, groups, unmapped, missing } };
    },
  }),
];
