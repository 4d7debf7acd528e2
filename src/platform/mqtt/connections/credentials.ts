import type { Role } from '../../http/principal.ts';

/** In whose name a connection acts. */
export interface Identity {
  readonly userId: string;
  readonly role: Role;
  /** Of a connection by session token: it ends with the session, which may be renewed. */
  readonly session?: { readonly id: string; readonly expiresAt: number };
  /** Of a connection by device token: it acts for this device alone. */
  readonly device?: { readonly macAddress: string; readonly tokenHash: Buffer };
}

/** [MQTT-3.2.2.3], table 3.1. A server that cannot judge closes instead of answering `unavailable`: see platform/mqtt/connections/connect.ts. */
export const CONNACK = { identifier: 2, unavailable: 3, credentials: 4, unauthorized: 5 } as const;

export class ConnectRefused extends Error {
  readonly returnCode: (typeof CONNACK)[keyof typeof CONNACK];
  constructor(reason: keyof typeof CONNACK, message: string) {
    super(message);
    this.returnCode = CONNACK[reason];
  }
}

export interface Credentials {
  /** Throws ConnectRefused, or something else when it cannot be judged now. */
  check(
    userName: string | undefined,
    secret: Buffer | undefined,
    ip: string,
    /** Asked before a password is hashed: a client that has hung up meanwhile must not hold up the others. */
    isWaiting: () => boolean,
  ): Promise<Identity>;
  /** Those of some identities that were checked earlier and would still be admitted; three queries for all of them. */
  stillGoodAmong(identities: readonly Identity[]): Promise<ReadonlySet<Identity>>;
}
