import { findUser, type User } from '../accounts/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isDuplicate } from '../platform/database/errors.ts';
import { Conflict, NotFound } from '../platform/errors.ts';
import { found } from '../platform/http/path-id.ts';
import { type Params, type Route, route } from '../platform/http/route.ts';
import { Confirmation, success } from '../platform/schema/envelope.ts';
import { DirectoryEntry, HandOver } from './schema.ts';
import * as store from './store.ts';

interface HandOverDeps {
  readonly db: Database;
  readonly now: () => number;
}

/**
 * docs/directory.md, "Accounts made by hand": an admin hands an account over, and the next user that the directory creates
 * under this name gets it. Never by an equal address alone: the directory could then take any account.
 */
export function handOverRoutes({ db, now }: HandOverDeps): readonly Route[] {
  const target = ({ params }: { params: Params }): Promise<User> =>
    found('User', params.id, (id) => findUser(db, id));

  return [
    route({
      operation: 'getDirectoryEntry',
      at: 'GET /admin/users/:id/directory',
      access: ['ADMIN'],
      summary: 'Get what the directory of the home says about an account. 404 if it does not manage it.',
      target,
      reply: success(DirectoryEntry),
      async handle({ target: { id } }) {
        const data = await store.findEntry(db, id);
        if (data === undefined) throw new NotFound('Entry');
        return { data };
      },
    }),

    route({
      operation: 'handOverToDirectory',
      at: 'POST /admin/users/:id/directory',
      access: ['ADMIN'],
      recentAuthentication: 'always',
      summary:
        'Hand an account over to the directory: the next user that it creates under this name gets it.',
      target,
      body: HandOver,
      reply: success(DirectoryEntry),
      async handle({ target: { id, role, email }, body: { userName }, record }) {
        if (role === 'PATIENT') throw new Conflict('A directory manages caregivers and admins only');
        const isNew = await store
          .awaitUser(db, id, userName ?? email, new Date(now()))
          .catch((error: unknown) => {
            throw isDuplicate(error) ? new Conflict('Another account has this userName') : error;
          });
        if (!isNew) throw new Conflict('The directory manages this account already');
        record({
          level: 'warning',
          action: 'directory.handed_over',
          message: 'Handed an account over to the directory',
          subjectId: id,
        });
        return { data: await store.findEntry(db, id) };
      },
    }),

    route({
      operation: 'takeBackFromDirectory',
      at: 'DELETE /admin/users/:id/directory',
      access: ['ADMIN'],
      recentAuthentication: 'always',
      summary: 'Take an account back from the directory, which then neither sees nor changes it',
      target,
      reply: success(Confirmation),
      async handle({ target: { id }, record }) {
        if (!(await store.forgetUser(db, id))) throw new NotFound('Entry');
        record({
          level: 'warning',
          action: 'directory.taken_back',
          message: 'Took an account back from the directory',
          subjectId: id,
        });
        return { data: { message: 'The directory does not manage the account any more' } };
      },
    }),
  ];
}
