import { mayWatch } from '../../accounts/permissions.ts';
import { endsOfSessions } from '../../accounts/store/sessions.ts';
import { careAmong } from '../../people/care-team.ts';
import { chunksOf } from '../../platform/batching/chunks.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { ClusterEvent, Coordination } from '../../platform/cluster/cluster.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Connection } from '../../platform/mqtt/connections/connection.ts';
import type { Connections } from '../../platform/mqtt/connections/connections.ts';
import type { Credentials, Identity } from '../../platform/mqtt/connections/credentials.ts';
import type { Revocations } from '../../platform/mqtt/connections/revocations.ts';
import type { Presence } from '../../platform/mqtt/presence.ts';

export interface RevocationDeps {
  readonly db: Queryable;
  readonly coordination: Coordination;
  readonly connections: Connections;
  readonly credentials: Pick<Credentials, 'stillGoodAmong'>;
  readonly presence: Pick<Presence, 'forget'>;
  readonly now: () => number;
  readonly log: Log;
}

const EXPIRY_CHECK_MS = 5_000;

/** Takes the main thread a few milliseconds. */
const RECHECK_BATCH = 500;

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

/** The connections that the event may concern, by account or device; undefined for an event that revokes nothing. */
function candidates(event: ClusterEvent, connections: Connections): readonly Connection[] | undefined {
  switch (event.type) {
    case 'session.revoked':
    case 'user.revoked':
    case 'user.changed':
      return connections.ofAccount(event.userId);
    case 'device.deleted':
    case 'device.moved':
    case 'device.token.replaced':
      return connections.ofDevice(event.macAddress);
    default:
      return undefined;
  }
}

/** A linked list of revocations: a watch holds the one before it began, and nothing holds those before the oldest watch. */
interface Revocation {
  readonly event: ClusterEvent;
  next?: Revocation;
}

/** Connections end with the session, account, device or token by which they were authenticated: at once, on every instance. */
export function createRevocations(deps: RevocationDeps): Revocations {
  const { db, coordination, connections, credentials, presence, now, log } = deps;
  let newest: Revocation = { event: { type: 'resync' } };

  function revoke(event: ClusterEvent, among: readonly Connection[]): void {
    newest.next = { event };
    newest = newest.next;
    for (const connection of among) if (concerns(event, connection.identity)) connection.end();
  }

  coordination.subscribe((event) => {
    const among = candidates(event, connections);
    if (among !== undefined) revoke(event, among);
    if (event.type === 'care.ended') {
      for (const connection of connections.ofAccount(event.caregiverId)) {
        connection.careRevisions += 1;
        connection.patients.delete(event.patientId);
      }
    } else if (event.type === 'resync') {
      recheck().catch((error: unknown) =>
        log.warn({ err: error }, 'MQTT connections could not be checked again'),
      );
    } else if (event.type === 'device.deleted' || event.type === 'device.moved') {
      connections.forgetDevice(event.macAddress);
      presence.forget(event.macAddress);
    }
  });

  /** Events were missed, so the database is asked: a few queries for many connections. */
  async function recheck(): Promise<void> {
    for (const some of chunksOf([...connections], RECHECK_BATCH)) {
      for (const connection of some) connections.forgetOwnDevices(connection);
      await recheckSome(some);
    }
  }

  async function recheckSome(present: readonly Connection[]): Promise<void> {
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
    const assigned = await careAmong(db, pairs);
    for (const { connection, caregiverId, patientId } of pairs) {
      const isAssigned = assigned.get(caregiverId)?.has(patientId) ?? false;
      if (mayWatch(connection.identity, patientId, isAssigned)) continue;
      connection.careRevisions += 1;
      connection.patients.delete(patientId);
    }
  }

  const isOver = ({ sessionEndsAt }: Connection): boolean =>
    sessionEndsAt !== undefined && sessionEndsAt <= now();

  /** Sessions may have been renewed, at any instance: the database knows. */
  async function endExpired(): Promise<void> {
    const due = [...connections].filter(isOver);
    if (due.length === 0) return;
    const ids = due.flatMap(({ identity: { session } }) => session?.id ?? []);
    // Without a database what is known counts: a session that may be over is over.
    const ends = await endsOfSessions(db, ids).catch(() => new Map<string, number>());
    for (const connection of due) {
      connection.sessionEndsAt = ends.get(connection.identity.session?.id ?? '') ?? 0;
      if (isOver(connection)) connection.end();
    }
  }

  const expiry = startPeriodic({
    everyMs: EXPIRY_CHECK_MS,
    now,
    work: endExpired,
    failed: (error) => log.warn({ err: error }, 'MQTT: expired sessions could not be ended'),
  });

  return {
    watch() {
      const from = newest;
      return (identity) => {
        for (let one = from.next; one !== undefined; one = one.next)
          if (concerns(one.event, identity)) return true;
        return false;
      };
    },
    close: () => expiry.close(),
  };
}
