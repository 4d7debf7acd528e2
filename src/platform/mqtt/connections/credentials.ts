import type { Role, Scope, ServiceAccount, TokenName } from '../../http/principal.ts';

/** The account or device that a connection acts for. */
export interface Identity {
  readonly userId: string;
  readonly role: Role;
  /** For a connection with a session token or an access token: it ends with the session, which may be renewed. */
  readonly session?: { readonly id: string; readonly expiresAt: number };
  /** Of an access token; undefined for other credentials, which may do all that the account may. */
  readonly scopes?: ReadonlySet<Scope> | undefined;
  readonly service?: ServiceAccount | undefined;
  /** The access token; undefined for other credentials. */
  readonly token?: TokenName | undefined;
  /** For a connection with a device token: it acts for this device only. */
  readonly device?: {
    readonly macAddress: string;
    /** In base64url: a Buffer of the database's row would keep a block of Buffer's pool alive. */
    readonly tokenHash: string;
  };
}

/**
 * [MQTT-3.2.2.3], table 3.1. A server that cannot check the credentials closes instead of sending `unavailable`: see
 * platform/mqtt/connections/connect.ts.
 */
const CONNACK = { identifier: 2, unavailable: 3, credentials: 4, unauthorized: 5 } as const;

export class ConnectRefused extends Error {
  readonly returnCode: (typeof CONNACK)[keyof typeof CONNACK];
  constructor(reason: keyof typeof CONNACK, message: string) {
    super(message);
    this.returnCode = CONNACK[reason];
  }
}

export interface CredentialCheck {
  /** Throws ConnectRefused, or another error when the credentials cannot be checked now. */
  check(
    userName: string | undefined,
    secret: Buffer | undefined,
    ip: string,
    /** Called before a password is hashed: a client that has disconnected meanwhile must not delay the others. */
    isWaiting: () => boolean,
  ): Promise<Identity>;
  /** Which of these earlier checked identities would still be admitted; three queries for all of them. */
  stillValidAmong(identities: readonly Identity[]): Promise<ReadonlySet<Identity>>;
}
