import Type from 'typebox';
import type { Database } from '../platform/database/database.ts';
import { Conflict, Forbidden, NotFound } from '../platform/errors.ts';
import { found } from '../platform/http/path-id.ts';
import type { Principal } from '../platform/http/principal.ts';
import { openRoute, type Params, type Route, route } from '../platform/http/route.ts';
import { Confirmation, success } from '../platform/schema/envelope.ts';
import type { ProviderAccounts } from './core.ts';
import { configured, type LoginRouteDeps } from './login-routes.ts';
import { LogoutToken, ProviderIdentity } from './schema.ts';
import { sessionsOf } from './session-store.ts';
import { deleteIdentity, findIdentityById, identitiesOf, lockIdentity } from './store.ts';

interface IdentityRouteDeps extends Pick<LoginRouteDeps, 'parts'> {
  readonly db: Database;
  readonly providerAccounts: ProviderAccounts;
  /** Whether the person can log in with a password or a passkey. */
  readonly hasAnotherLogin: (userId: string) => Promise<boolean>;
}

/** docs/single-sign-on.md, "Linking" and "Leaving". */
export function identityRoutes(deps: IdentityRouteDeps): readonly Route[] {
  const { db, parts, providerAccounts, hasAnotherLogin } = deps;
  const own = { access: 'signed-in', withoutSecondFactor: true } as const;

  async function ownIdentity({ params, principal }: { params: Params; principal: Principal }) {
    const identity = await found('Identity', params.id, (id) => findIdentityById(db, id));
    if (identity.userId !== principal.userId) throw new Forbidden();
    return identity;
  }

  return [
    route({
      ...own,
      operation: 'listIdentities',
      at: 'GET /profile/identities',
      summary: 'List the identities at providers of single sign-on that are linked with your account',
      reply: success(Type.Array(ProviderIdentity)),
      async handle({ principal }) {
        const all = await identitiesOf(db, principal.userId);
        return { data: all.map(({ userId: _, ...identity }) => identity) };
      },
    }),

    route({
      ...own,
      operation: 'unlinkIdentity',
      at: 'DELETE /profile/identities/:id',
      recentAuthentication: 'always',
      summary: 'Unlink an identity, and end the other sessions that it has opened',
      target: ownIdentity,
      reply: success(Confirmation),
      async handle({ target, principal, record }) {
        const others = (await identitiesOf(db, principal.userId)).filter(({ id }) => id !== target.id);
        if (others.length === 0 && !(await hasAnotherLogin(principal.userId)))
          throw new Conflict('This is the only way to log in to the account; set a password first', {
            code: 'IDENTITY_LAST',
          });
        const announce = await db.transaction(async (q) => {
          if (!(await lockIdentity(q, target.id))) throw new NotFound('Identity');
          const opened = await sessionsOf(q, target.id);
          // The provider is not asked any more whether the caller's own session may go on, so it ends at its time.
          if (opened.includes(principal.sessionId))
            await providerAccounts.markUnrenewable(q, principal.sessionId);
          const ended = await providerAccounts.endSessions(
            q,
            opened.filter((id) => id !== principal.sessionId),
          );
          await deleteIdentity(q, target.id);
          return ended;
        });
        await announce();
        const message = 'Unlinked an account from the provider';
        record({ level: 'warning', action: 'identity.unlinked', message, subjectId: principal.userId });
        return { data: { message: 'The identity is unlinked' } };
      },
    }),

    openRoute({
      operation: 'logOutByProvider',
      at: 'POST /auth/oidc/backchannel-logout',
      // Hundreds of people may leave at the end of a shift, and the provider has one address.
      limit: 'urgent',
      form: true,
      summary: 'Back-channel logout: the provider ends sessions. Sent by the provider as a form.',
      body: LogoutToken,
      reply: success(Confirmation),
      async handle({ body, record }) {
        await configured(parts).logout.byProvider(body.logout_token, record);
        return { data: { message: 'The sessions have ended' } };
      },
    }),
  ];
}
