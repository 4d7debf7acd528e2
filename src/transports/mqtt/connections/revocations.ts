import { mayWatch } from '../../../auth/permissions.ts';
import type { ClusterEvent, Coordination } from '../../../coordination/coordination.ts';
import type { Log } from '../../../log.ts';
import { assignmentsAmong } from '../../../storage/assignments.ts';
import type { Queryable } from '../../../storage/database.ts';
import type { Presence } from '../presence.ts';
import type { Connections } from './connections.ts';
import type { Credentials, Identity } from './credentials.ts';

export interface Revocations {
  /** Collects what is revoked while an identity is being checked. */
  watch(): { revokes(identity: Identity): boolean; end(): void };
  close(): void;
}

export interface RevocationParts {
  readonly db: Queryable;
  readonly coordination: Coordination;
  readonly connections: Connections;
  readonly credentials: Pick<Credentials, 'stillGoodAmong'>;
  readonly presence: Pick<Presence, 'forget'>;
  readonly now: () => number;
  readonly log: Log;
}

const EXPIRY_CHECK_MS = 5_000;

/** Whether the event revokes what the identity was authenticated by. */
export function concerns(event: ClusterEvent, { userId, session, device }: Identity): boolean {
  switch (event.type) {
    case 'session.revoked':
      return session?.id === event.sessionId;
    case 'user.revoked':
      return userId === event.userId && (session === undefined || session.id !== event.keptSession);
    case 'user.changed':
      // By the password, which alone may not be enough any more.
      return userId === event.userId && session === undefined && device === undefined;
    case 'device.deleted':
    case 'device.moved':
    case 'device.token.replaced':
      return device?.macAddress === event.macAddress;
    default:
      return false;
  }
}

/** Connections end with the session, account, device or token by which they were authenticated: at once, on every instance. */
export function createRevocations(parts: RevocationParts): Revocations {
  const { db, coordination, connections, credentials, presence, now, log } = parts;
  const watches = new Set<ClusterEvent[]>();

  coordination.subscribe((event) => {
    for (const collected of watches) collected.push(event);
    if (event.type === 'care.ended') {
      for (const connection of connections.ofAccount(event.caregiverId)) {
        connection.careRevisions += 1;
        connection.patients.delete(event.patientId);
      }
    } else if (event.type === 'resync') {
      recheck().catch((error: unknown) =>
        log.warn({ err: error }, 'MQTT connections could not be checked again'),
      );
    } else {
      for (const connection of [...connections]) if (concerns(event, connection.identity)) connection.end();
    }
    if (event.type === 'device.deleted' || event.type === 'device.moved') {
      for (const connection of connections) {
        connection.ownDevices.delete(event.macAddress);
        connection.presentDevices.delete(event.macAddress);
      }
      presence.forget(event.macAddress);
    }
  });

  /** Events were missed, so the database is asked: a few queries, however many connections there are. */
  async function recheck(): Promise<void> {
    const present = [...connections];
    for (const connection of present) connection.ownDevices.clear();
    const stillGood = await credentials.stillGoodAmong(present.map(({ identity }) => identity));
    for (const connection of present) if (!stillGood.has(connection.identity)) connection.end();
    const pairs = present.flatMap((connection) =>
      [...connection.patients].map((patientId) => ({
        connection,
        caregiverId: connection.identity.userId,
        patientId,
      })),
    );
    if (pairs.length === 0) return;
    const assigned = await assignmentsAmong(db, pairs);
    for (const { connection, caregiverId, patientId } of pairs) {
      const isAssigned = assigned.get(caregiverId)?.has(patientId) ?? false;
      if (mayWatch(connection.identity, patientId, isAssigned)) continue;
      connection.careRevisions += 1;
      connection.patients.delete(patientId);
    }
  }

  const expiry = setInterval(() => {
    for (const connection of [...connections]) {
      const { session } = connection.identity;
      if (session !== undefined && session.expiresAt <= now()) connection.end();
    }
  }, EXPIRY_CHECK_MS).unref();

  return {
    watch() {
      const collected: ClusterEvent[] = [];
      watches.add(collected);
      return {
        revokes: (identity) => collected.some((event) => concerns(event, identity)),
        end: () => void watches.delete(collected),
      };
    },
    close: () => clearInterval(expiry),
  };
}
