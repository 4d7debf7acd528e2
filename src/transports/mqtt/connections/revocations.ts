import type { Coordination, News } from '../../../coordination/coordination.ts';
import { isAssigned } from '../../../storage/assignments.ts';
import type { Queryable } from '../../../storage/database.ts';
import type { Presence } from '../presence.ts';
import type { Connections } from './connections.ts';
import type { Credentials, Identity } from './credentials.ts';

export interface Revocations {
  /** Notes what is revoked while an identity is being checked. */
  watch(): { revokes(identity: Identity): boolean; end(): void };
  close(): void;
}

export interface RevocationParts {
  readonly db: Queryable;
  readonly coordination: Coordination;
  readonly connections: Connections;
  readonly credentials: Credentials;
  readonly presence: Presence;
  readonly now: () => number;
  readonly log: { warn(fields: object, message: string): void };
}

const EXPIRY_ROUND_MS = 5_000;

/** What takes an identity its right to be here. */
export function concerns(news: News, { userId, session, device }: Identity): boolean {
  switch (news.type) {
    case 'session.revoked':
      return session?.id === news.sessionId;
    case 'user.revoked':
      return userId === news.userId && (session === undefined || session.id !== news.keptSession);
    case 'device.deleted':
    case 'device.token.replaced':
      return device?.macAddress === news.macAddress;
    default:
      return false;
  }
}

/** Connections end with the session, the account, the device or the token that they stand on: at once, on every instance. */
export function createRevocations(parts: RevocationParts): Revocations {
  const { db, coordination, connections, credentials, presence, now, log } = parts;
  const watching = new Set<News[]>();

  coordination.subscribe((news) => {
    for (const noted of watching) noted.push(news);
    if (news.type === 'care.ended') {
      for (const connection of connections.ofAccount(news.caregiverId)) {
        connection.careEnded += 1;
        connection.patients.delete(news.patientId);
      }
    } else if (news.type === 'resync') {
      recheck().catch((error: unknown) =>
        log.warn({ err: error }, 'MQTT connections could not be checked again'),
      );
    } else {
      for (const connection of [...connections]) if (concerns(news, connection.identity)) connection.end();
    }
    if (news.type === 'device.deleted') {
      for (const connection of connections) {
        connection.own.delete(news.macAddress);
        connection.present.delete(news.macAddress);
      }
      presence.forget(news.macAddress);
    }
  });

  /** News were missed: one after the other, so that thousands of connections do not become thousands of queries at once. */
  async function recheck(): Promise<void> {
    for (const connection of [...connections]) {
      connection.own.clear();
      if (!(await credentials.isStillGood(connection.identity))) connection.end();
      for (const patientId of [...connection.patients]) {
        if (await isAssigned(db, connection.identity.userId, patientId)) continue;
        connection.careEnded += 1;
        connection.patients.delete(patientId);
      }
    }
  }

  const expiry = setInterval(() => {
    for (const connection of [...connections]) {
      const { session } = connection.identity;
      if (session !== undefined && session.expiresAt <= now()) connection.end();
    }
  }, EXPIRY_ROUND_MS).unref();

  return {
    watch() {
      const noted: News[] = [];
      watching.add(noted);
      return {
        revokes: (identity) => noted.some((news) => concerns(news, identity)),
        end: () => void watching.delete(noted),
      };
    },
    close: () => clearInterval(expiry),
  };
}
