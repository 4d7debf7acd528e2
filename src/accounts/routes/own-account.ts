import Type from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { ACCESS_SORTS, listAccesses } from '../audit/access-log-store.ts';
import { findOpenSession, openSessionsOf } from '../login/session-store.ts';
import type { Sessions } from '../login/sessions.ts';
import { isSelf } from '../permissions.ts';
import { AccessLine, Session } from '../schema.ts';

interface OwnAccountDeps {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly audit: AuditTrail;
  readonly now: () => number;
}

const MAX_SESSIONS = 100;

/** The user's own sessions, and the log of accesses to the user's health data. */
export function ownAccountRoutes({ db, sessions, audit, now }: OwnAccountDeps): readonly Route[] {
  async function ownSession({ principal, params }: { principal: Principal; params: Params }) {
    const session = await found('Session', params.id, (id) => findOpenSession(db, id, new Date(now())));
    if (!isSelf(principal, session.userId)) throw new Forbidden();
    return session;
  }

  return [
    route({
      operation: 'listSessions',
      at: 'GET /profile/sessions',
      access: 'signed-in',
      summary: `List your open sessions, newest first, at most ${MAX_SESSIONS}`,
      reply: success(Type.Array(Session)),
      async handle({ principal }) {
        const open = await openSessionsOf(db, principal.userId, new Date(now()), MAX_SESSIONS);
        return {
          data: open.map((session) => {
            const current = session.id === principal.sessionId;
            return { ...session, current, lastUsedAt: current ? new Date(now()) : session.lastUsedAt };
          }),
        };
      },
    }),

    route({
      operation: 'endSession',
      at: 'DELETE /profile/sessions/:id',
      access: 'signed-in',
      summary: 'End one of your sessions, on any device',
      target: ownSession,
      setsCookie: true,
      reply: success(Confirmation),
      async handle({ target, principal, record }) {
        await sessions.end({ userId: principal.userId, sessionId: target.id });
        record({ action: 'logout', message: 'Ended a session', subjectId: principal.userId });
        const reply = { data: { message: 'The session has ended' } };
        return target.id === principal.sessionId ? { ...reply, sessionCookie: '' } : reply;
      },
    }),

    route({
      operation: 'listAccesses',
      at: 'GET /profile/me/access-log',
      access: 'signed-in',
      summary: 'List who has accessed your health data',
      query: pageQuery({}, ACCESS_SORTS),
      reply: page(AccessLine),
      async handle({ principal, query }) {
        await audit.settled();
        const { rows, pagination } = await listAccesses(db, principal.userId, readPage(query));
        return { data: rows, pagination };
      },
    }),
  ];
}
