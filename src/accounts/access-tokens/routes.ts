import Type from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import { isSelf } from '../permissions.ts';
import { type AccessTokens, MOST_TOKENS } from './access-tokens.ts';
import { AccessToken, CreatedAccessToken, NewAccessToken, tokenRemoval } from './schema.ts';
import { findAccessToken } from './store.ts';

interface AccessTokenRouteDeps {
  readonly db: Database;
  readonly accessTokens: AccessTokens;
}

/** docs/tokens.md, "Personal access tokens". */
export function accessTokenRoutes({ db, accessTokens }: AccessTokenRouteDeps): readonly Route[] {
  async function ownToken({ params, principal }: { params: Params; principal: Principal }) {
    const token = await found('Access token', params.id, (id) => findAccessToken(db, id));
    if (!isSelf(principal, token.userId)) throw new Forbidden();
    return token;
  }

  return [
    route({
      operation: 'listAccessTokens',
      at: 'GET /profile/tokens',
      access: 'signed-in',
      summary: 'List your access tokens, newest first, with what was made with them',
      reply: success(Type.Array(AccessToken)),
      handle: async ({ principal }) => ({ data: await accessTokens.list(principal) }),
    }),

    route({
      operation: 'createAccessToken',
      at: 'POST /profile/tokens',
      access: 'signed-in',
      recentAuthentication: 'always',
      summary: `Create an access token for a program, at most ${MOST_TOKENS}. The response shows it once.`,
      body: NewAccessToken,
      status: 201,
      reply: success(CreatedAccessToken),
      async handle({ principal: { userId }, body, record }) {
        const data = await accessTokens.create(userId, body);
        record({
          level: 'warning',
          action: 'token.created',
          message: `Created the access token "${body.name}" (${body.scopes.join(', ')})`,
          subjectId: userId,
        });
        return { data };
      },
    }),

    route({
      operation: 'deleteAccessToken',
      at: 'DELETE /profile/tokens/:id',
      access: 'signed-in',
      summary: 'Delete an access token. Its live sockets and MQTT connections end at once.',
      target: ownToken,
      query: tokenRemoval,
      reply: success(Confirmation),
      async handle({ principal, target, query, record }) {
        const ended = await accessTokens.remove(principal, target, query.endCreated ?? false);
        for (const line of ended) record(line);
        record({
          action: 'token.deleted',
          message: `Deleted the access token "${target.name}"`,
          subjectId: target.userId,
        });
        return { data: { message: 'The access token is deleted' } };
      },
    }),
  ];
}
