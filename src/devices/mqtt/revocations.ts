import { ROLE_CHANGED, SESSION_REVOKED, USER_CHANGED, USER_REVOKED } from '../../accounts/cluster-events.ts';
import { endsOfSessions } from '../../accounts/index.ts';
import { mayWatch } from '../../accounts/permissions.ts';
import { CARE_ENDED } from '../../people/cluster-events.ts';
import { allowedAmong, careAmong } from '../../people/index.ts';
import { chunksOf } from '../../platform/batching/chunks.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Connection } from '../../platform/mqtt/connections/connection.ts';
import type { Connections } from '../../platform/mqtt/connections/connections.ts';
import type { CredentialCheck, Identity } from '../../platform/mqtt/connections/credentials.ts';
import type { Revocations } from '../../platform/mqtt/connections/revocations.ts';
import type { Presence } from '../../platform/mqtt/presence.ts';
import { DEVICE_DELETED, DEVICE_MOVED, DEVICE_TOKEN_REPLACED } from '../cluster-events.ts';
import { findDevicesByMac } from '../store/devices.ts';

interface RevocationDeps {
  readonly db: Queryable;
  readonly cluster: Cluster;
  readonly connections: Connections;
  readonly credentials: Pick<CredentialCheck, 'stillValidAmong'>;
  readonly presence: Pick<Presence, 'forget' | 'known' | 'ownerOf'>;
  readonly now: () => number;
  readonly log: Log;
}

const EXPIRY_CHECK_MS = 5_000;

/** Checking this many connections takes the main thread a few milliseconds. */
const RECHECK_BATCH = 500;

/**
 * A linked list of revocations. A watch holds the newest one at its start, so those before the oldest watch are
 * garbage-collected.
 */
interface Revocation {
  /** Whether it revokes the credentials that authenticated this identity. */
  readonly concerns: (identity: Identity) => boolean;
  next?: Revocation;
}

/** Ends connections when their session, account, device or token is revoked: at once, on every instance. */
export function createRevocations(deps: RevocationDeps): Revocations {
  const { db, cluster, connections, credentials, presence, now, log } = deps;
  let newest: Revocation = { concerns: () => false };

  function revoke(concerns: Revocation['concerns'], among: readonly Connection[]): void {
    newest.next = { concerns };
    newest = newest.next;
    for (const connection of among) if (concerns(connection.identity)) connection.end();
  }

  cluster.subscribe(SESSION_REVOKED, ({ userId, sessionId }) =>
    revoke(({ session }) => session?.id === sessionId, connections.ofAccount(userId)),
  );
  cluster.subscribe(USER_REVOKED, ({ userId, keptSession, endsTokens = false }) =>
    revoke(
      (identity) =>
        identity.userId === userId &&
        (identity.session === undefined || identity.session.id !== keptSession) &&
        (identity.scopes === undefined || endsTokens),
      connections.ofAccount(userId),
    ),
  );
  // The connection authenticated with a password, which alone may no longer be enough.
  cluster.subscribe(USER_CHANGED, ({ userId }) =>
    revoke(
      ({ userId: id, session, device }) => id === userId && session === undefined && device === undefined,
      connections.ofAccount(userId),
    ),
  );
  cluster.subscribe(ROLE_CHANGED, ({ userId }) =>
    revoke(({ userId: id, device }) => id === userId && device === undefined, connections.ofAccount(userId)),
  );
  for (const kind of [DEVICE_DELETED, DEVICE_MOVED, DEVICE_TOKEN_REPLACED])
    cluster.subscribe(kind, ({ macAddress }) =>
      revoke(({ device }) => device?.macAddress === macAddress, connections.ofDevice(macAddress)),
    );
  for (const kind of [DEVICE_DELETED, DEVICE_MOVED])
    cluster.subscribe(kind, ({ macAddress }) => forgetDevice(macAddress));
  cluster.subscribe(CARE_ENDED, ({ caregiverId, patientId }) => {
    for (const connection of connections.ofAccount(caregiverId)) {
      endCare(connection, patientId);
    }
  });
  cluster.subscribe(RESYNC, () => {
    recheck().catch((error: unknown) => log.warn({ err: error }, 'MQTT: re-check of connections failed'));
  });

  function forgetDevice(macAddress: string): void {
    connections.forgetDevice(macAddress);
    presence.forget(macAddress);
  }

  /** Events were missed, so the database is queried: a few queries for many connections. */
  async function recheck(): Promise<void> {
    for (const some of chunksOf([...connections], RECHECK_BATCH)) {
      for (const connection of some) connections.forgetOwnDevices(connection);
      await recheckSome(some);
    }
    for (const macs of chunksOf([...presence.known()], RECHECK_BATCH)) await recheckOwners(macs);
  }

  /** A wearable may have been moved or deleted; after a failover it may never have been registered. */
  async function recheckOwners(macs: readonly string[]): Promise<void> {
    const before = new Map(macs.map((mac) => [mac, presence.ownerOf(mac)]));
    const devices = new Map((await findDevicesByMac(db, macs)).map((device) => [device.macAddress, device]));
    for (const [mac, owner] of before)
      if (presence.ownerOf(mac) === owner && owner !== devices.get(mac)?.userId) forgetDevice(mac);
  }

  async function recheckSome(present: readonly Connection[]): Promise<void> {
    const stillValid = await credentials.stillValidAmong(present.map(({ identity }) => identity));
    for (const connection of present) if (!stillValid.has(connection.identity)) connection.end();
    await recheckServices(present);
    const pairs = present
      .filter(({ identity }) => identity.service === undefined)
      .flatMap((connection) =>
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
      if (!mayWatch(connection.identity, patientId, isAssigned)) endCare(connection, patientId);
    }
  }

  /** Patients may have left the wards of service accounts. */
  async function recheckServices(present: readonly Connection[]): Promise<void> {
    for (const connection of present) {
      const { identity, patients } = connection;
      if (identity.service === undefined || patients.size === 0) continue;
      const watched = [...patients];
      const allowed = await allowedAmong(db, mayWatch, identity, watched);
      for (const patientId of watched) if (!allowed.has(patientId)) endCare(connection, patientId);
    }
  }

  function endCare(connection: Connection, patientId: string): void {
    connection.careRevisions += 1;
    connection.patients.delete(patientId);
  }

  const hasExpired = ({ sessionEndsAt }: Connection): boolean =>
    sessionEndsAt !== undefined && sessionEndsAt <= now();

  /** Any instance may have renewed the session, so the database decides. */
  async function endExpired(): Promise<void> {
    const due = [...connections].filter(hasExpired);
    if (due.length === 0) return;
    const ids = due.flatMap(({ identity: { session } }) => session?.id ?? []);
    // Without a database, the known expiry counts: a session that may have expired has expired.
    const ends = await endsOfSessions(db, ids).catch(() => new Map<string, number>());
    for (const connection of due) {
      connection.sessionEndsAt = ends.get(connection.identity.session?.id ?? '') ?? 0;
      if (hasExpired(connection)) connection.end();
    }
  }

  const expiry = startPeriodic({
    everyMs: EXPIRY_CHECK_MS,
    now,
    work: endExpired,
    failed: (error) => log.warn({ err: error }, 'MQTT: ending expired sessions failed'),
  });

  return {
    watch() {
      const from = newest;
      return (identity) => {
        for (let one = from.next; one !== undefined; one = one.next) if (one.concerns(identity)) return true;
        return false;
      };
    },
    wardChanged() {
      for (const connection of connections)
        if (connection.identity.service !== undefined) connection.careRevisions += 1;
      recheckServices([...connections]).catch((error: unknown) => {
        log.warn({ err: error }, 'MQTT: re-check of service accounts failed');
        // Without a reply, none may go on watching: the client connects and subscribes again.
        for (const connection of connections) if (connection.identity.service !== undefined) connection.end();
      });
    },
    close: () => expiry.close(),
  };
}
