import type { Database } from '../../platform/database/database.ts';
import { changeOf } from '../../platform/http/audit-lines.ts';
import { found } from '../../platform/http/path-id.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import type { Accounts } from '../accounts.ts';
import { changesEmail } from '../email/email-rule.ts';
import { removalRoute } from '../routes/removal-route.ts';
import { TemporaryPassword } from '../schema.ts';
import { listUsers, USER_SORTS } from '../store/user-lists.ts';
import { findUser } from '../store/users.ts';
import { accountOf, type User as UserRow } from '../user.ts';
import { RoleChange, User, UserChange, userFilter } from './schema.ts';

interface AdminUserRouteDeps {
  readonly db: Database;
  readonly accounts: Accounts;
}

/** docs/contract.md, "Accounts": managed by admins. */
export function adminUserRoutes({ db, accounts }: AdminUserRouteDeps): readonly Route[] {
  const user = ({ params }: { params: Params }): Promise<UserRow> =>
    found('User', params.id, (id) => findUser(db, id));

  return [
    route({
      operation: 'listUsers',
      at: 'GET /admin/users',
      access: ['ADMIN'],
      summary: 'List users',
      query: pageQuery(userFilter, USER_SORTS),
      reply: page(User),
      async handle({ query }) {
        const { rows, pagination } = await listUsers(db, readPage(query), query);
        return { data: rows.map(accountOf), pagination };
      },
    }),

    route({
      operation: 'getUser',
      at: 'GET /admin/users/:id',
      access: ['ADMIN'],
      summary: 'Get a user',
      target: user,
      reply: success(User),
      handle: ({ target }) => ({ data: accountOf(target) }),
    }),

    route({
      operation: 'updateUser',
      at: 'PUT /admin/users/:id',
      access: ['ADMIN'],
      summary: "Update a user. Deactivation ends the user's sessions.",
      target: user,
      body: UserChange,
      recentAuthentication: changesEmail,
      reply: success(User),
      async handle({ target, body, principal, record }) {
        const data = accountOf(await accounts.change(target.id, body, principal));
        record({ action: 'account.changed', message: changeOf('a user', body), subjectId: target.id });
        return { data };
      },
    }),

    route({
      operation: 'resetUserPassword',
      at: 'POST /admin/users/:id/password-reset',
      access: ['ADMIN'],
      summary: "Set a temporary password. The response shows it once; the user's sessions end.",
      target: user,
      reply: success(TemporaryPassword),
      async handle({ target, record }) {
        const temporaryPassword = await accounts.resetPassword(target.id);
        const message = 'Gave a user a temporary password';
        record({ level: 'warning', action: 'password.reset', message, subjectId: target.id });
        return { data: { temporaryPassword } };
      },
    }),

    removalRoute({ operation: 'deleteUser', path: '/admin/users/:id', what: 'user', target: user, accounts }),

    route({
      operation: 'changeUserRole',
      at: 'POST /admin/users/:id/role',
      access: ['ADMIN'],
      summary: "Change a user's role. Ends the user's sessions and care assignments.",
      target: user,
      body: RoleChange,
      reply: success(User),
      async handle({ target, body, record }) {
        const data = accountOf(await accounts.changeRole(target.id, body.role));
        const message = `Changed the role of a user from ${target.role} to ${body.role}`;
        record({ level: 'warning', action: 'role.changed', message, subjectId: target.id });
        return { data };
      },
    }),
  ];
}
