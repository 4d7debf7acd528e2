import { endsOfSessions } from '../../accounts/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { frameOf } from './frames.ts';
import type { LiveSocket } from './live-socket.ts';

interface SessionEndDeps {
  readonly db: Queryable;
  readonly sessionSeconds: number;
  readonly endSession: (socket: LiveSocket) => void;
  readonly now: () => number;
}

const WARNING_MS = 10 * MINUTE_MS;

/** docs/live-socket.md, "Session end": warns the client before the session ends, and closes the socket at the end. */
export function createSessionEnds({ db, sessionSeconds, endSession, now }: SessionEndDeps) {
  const lifeMs = sessionSeconds * 1000;
  const warningMs = lifeMs > WARNING_MS ? WARNING_MS : lifeMs / 2;

  const hasExpired = ({ sessionEndsAt }: LiveSocket): boolean => sessionEndsAt <= now();
  const needsWarning = ({ sessionEndsAt, warnedOfEnd }: LiveSocket): boolean =>
    sessionEndsAt - warningMs <= now() && warnedOfEnd !== sessionEndsAt;

  /** Any instance may have renewed or revoked sessions, so this reads their ends from the database. */
  async function refresh(sockets: readonly LiveSocket[]): Promise<void> {
    const ends = await endsOfSessions(db, [...new Set(sockets.map(({ principal }) => principal.sessionId))]);
    for (const socket of sockets) {
      const end = ends.get(socket.principal.sessionId);
      if (end === undefined) endSession(socket);
      else socket.sessionEndsAt = end;
    }
  }

  return {
    refresh,
    async check(sockets: readonly LiveSocket[]): Promise<void> {
      const due = sockets.filter(
        (socket) => hasExpired(socket) || (socket.isStarted && needsWarning(socket)),
      );
      if (due.length === 0) return;
      // Without a database the known end counts: a session that may have ended is treated as ended.
      await refresh(due).catch(() => {});
      for (const socket of due) {
        if (hasExpired(socket)) endSession(socket);
        else if (needsWarning(socket)) {
          socket.warnedOfEnd = socket.sessionEndsAt;
          socket.send(frameOf({ type: 'session.ending', data: { at: new Date(socket.sessionEndsAt) } }));
        }
      }
    },
  };
}
