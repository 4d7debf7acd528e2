import Type from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { openRoute, type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success, successWithToken } from '../../platform/schema/envelope.ts';
import type { KnownBrowsers } from '../login/known-browsers.ts';
import { isSelf } from '../permissions.ts';
import { Identity } from '../schema.ts';
import { findUser } from '../store/users.ts';
import { identityOf } from '../user.ts';
import { MOST_PASSKEYS, type Passkeys } from './passkeys.ts';
import * as schema from './schema.ts';
import { findPasskey, passkeysOf } from './store.ts';

interface PasskeyRouteDeps {
  readonly db: Database;
  readonly passkeys: Passkeys;
  readonly knownBrowsers: Pick<KnownBrowsers, 'withLogin'>;
}

/** docs/home.md, "Passkeys": the user's own, and logging in with one. */
export function passkeyRoutes({ db, passkeys, knownBrowsers }: PasskeyRouteDeps): readonly Route[] {
  // A passkey is a second factor: a user who must have one can set it up.
  const own = { access: 'signed-in', limit: 'global', withoutSecondFactor: true } as const;

  async function ownPasskey({ params, principal }: { params: Params; principal: Principal }) {
    const passkey = await found('Passkey', params.id, (id) => findPasskey(db, id));
    if (!isSelf(principal, passkey.userId)) throw new Forbidden();
    return passkey;
  }

  return [
    route({
      ...own,
      operation: 'offerPasskey',
      recentAuthentication: 'always',
      at: 'POST /profile/passkeys/options',
      summary: 'Start adding a passkey. Returns the options for navigator.credentials.create.',
      reply: success(schema.PasskeyCreationOptions),
      async handle({ principal }) {
        const user = await findUser(db, principal.userId);
        if (user === undefined) throw new NotFound('User');
        return { data: await passkeys.offer(user) };
      },
    }),

    route({
      ...own,
      operation: 'addPasskey',
      recentAuthentication: 'always',
      at: 'POST /profile/passkeys',
      summary: `Add a passkey, at most ${MOST_PASSKEYS}`,
      body: schema.NewPasskey,
      status: 201,
      reply: success(schema.Passkey),
      async handle({ principal: { userId }, body, record }) {
        const passkey = await passkeys.add(userId, body.response, body.name);
        record({ level: 'warning', action: 'passkey.added', message: 'Added a passkey', subjectId: userId });
        return { data: passkey };
      },
    }),

    route({
      ...own,
      operation: 'listPasskeys',
      at: 'GET /profile/passkeys',
      summary: 'List your passkeys, oldest first',
      reply: success(Type.Array(schema.Passkey)),
      async handle({ principal }) {
        const all = await passkeysOf(db, principal.userId);
        const data = all.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }));
        return { data };
      },
    }),

    route({
      ...own,
      operation: 'deletePasskey',
      recentAuthentication: 'always',
      at: 'DELETE /profile/passkeys/:id',
      summary: 'Remove a passkey, and end the other sessions that it has opened',
      target: ownPasskey,
      reply: success(Confirmation),
      async handle({ target, principal, record }) {
        await passkeys.remove(target.id, principal);
        record({
          level: 'warning',
          action: 'passkey.deleted',
          message: 'Removed a passkey',
          subjectId: principal.userId,
        });
        return { data: { message: 'The passkey is removed' } };
      },
    }),

    openRoute({
      operation: 'offerPasskeyLogin',
      at: 'POST /auth/passkey/options',
      summary:
        'Start a login with a passkey. Returns the options for navigator.credentials.get, the same for every account.',
      body: schema.PasskeyLoginRequest,
      reply: success(schema.PasskeyRequestOptions),
      handle: async () => ({ data: await passkeys.offerLogin() }),
    }),

    openRoute({
      operation: 'logInWithPasskey',
      at: 'POST /auth/passkey',
      summary: 'Log in with a passkey: create a session. Counts as a login, and as a second factor.',
      body: schema.PasskeyLogin,
      setsCookie: true,
      reply: successWithToken(Identity),
      async handle({ body, client, record }) {
        const { user, token } = await passkeys.openSession(body.response, client, record);
        const knownBrowserCookie = knownBrowsers.withLogin(client.knownBrowser, user.email);
        return { data: identityOf(user), token, sessionCookie: token, knownBrowserCookie };
      },
    }),
  ];
}
