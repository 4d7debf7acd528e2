import { Forbidden } from '../errors.ts';
import { canonicalMac } from '../mac.ts';

/** Whether the user has a temporary password and must choose a new one; the user's wearables may be exempt. */
export type RequiredPasswordChange = 'none' | 'devices exempt' | 'required';

/** docs/contract.md, "Second factor": throws if the user must set up a second factor first. */
export function requireSecondFactor({ lacksSecondFactor }: { readonly lacksSecondFactor: boolean }): void {
  if (!lacksSecondFactor) return;
  const message = 'Set up a second factor first: POST /profile/totp';
  throw new Forbidden(message, { code: 'TOTP_SETUP_REQUIRED', details: { totp: 'must be set up first' } });
}

/**
 * docs/contract.md, "Temporary passwords": throws if the user must choose a password first. `open`: allowed all the
 * same, for all clients or for wearables only.
 */
export function requireOwnPassword(
  { passwordChange }: { readonly passwordChange: RequiredPasswordChange },
  open?: 'everybody' | 'devices',
): void {
  if (passwordChange === 'none' || open === 'everybody') return;
  if (passwordChange === 'devices exempt' && open === 'devices') return;
  throw new Forbidden('Change your temporary password first', { code: 'PASSWORD_CHANGE_REQUIRED' });
}

export const ROLES = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const;

export type Role = (typeof ROLES)[number];

/** docs/tokens.md, "Scopes": what an access token may be used for. */
export const SCOPES = ['read', 'respond', 'ingest', 'manage', 'operations', 'directory'] as const;

export type Scope = (typeof SCOPES)[number];

/** A directory acts for the home, not for a person: only a service account may have its scope. */
export const PERSONAL_SCOPES = [
  'read',
  'respond',
  'ingest',
  'manage',
  'operations',
] as const satisfies readonly Scope[];

/** Throws unless the principal has logged in, or its access token has the scope; no scope: closed to tokens. */
export function requireScope(
  { scopes }: { readonly scopes?: ReadonlySet<Scope> | undefined },
  scope: Scope | undefined,
): void {
  if (scopes === undefined || (scope !== undefined && scopes.has(scope))) return;
  if (scope === undefined)
    throw new Forbidden('This is not available with an access token', { code: 'NOT_FOR_TOKENS' });
  throw new Forbidden(`The access token lacks the scope "${scope}"`, {
    code: 'SCOPE_MISSING',
    details: { scope },
  });
}

/** A program with an account of its own (docs/tokens.md, "Service accounts"). */
export interface ServiceAccount {
  /** Null: the whole organisation. */
  readonly wardIds: readonly string[] | null;
}

/** A shared tablet, a caller of its own kind (docs/home.md, "Stations"). */
export interface Station {
  readonly id: string;
  readonly name: string;
  /** Null: all wards. */
  readonly wardId: string | null;
}

/** A wearable that is a caller by its own token (docs/contract.md, "Device tokens"). */
export interface TokenDevice {
  readonly id: string;
  readonly macAddress: string;
  readonly name: string;
}

export const notForDeviceTokens = (): Forbidden =>
  new Forbidden('This is not available with a device token', { code: 'NOT_FOR_DEVICE_TOKENS' });

export const onlyForDeviceTokens = (): Forbidden => new Forbidden('This needs a device token');

export const otherDevice = (): Forbidden =>
  new Forbidden('The token is that of another device', { code: 'DEVICE_TOKEN_OTHER_DEVICE' });

/** Throws unless the ID or MAC address is that of the caller's device, if the caller is one. */
export function requireOwnDevice(
  { device }: { readonly device?: TokenDevice | undefined },
  named: string,
): void {
  if (device === undefined || named.toLowerCase() === device.id || canonicalMac(named) === device.macAddress)
    return;
  throw otherDevice();
}

/** An access token in the audit log; the name stays there when the token is deleted. */
export interface TokenName {
  readonly id: string;
  readonly name: string;
}

/** The authenticated user. */
export interface Principal {
  readonly userId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** Milliseconds since 1970; Infinity for a token without an end. */
  readonly expiresAt: number;
  /** The user's role requires a second factor (REQUIRE_TOTP) and the user has none yet: only its setup is allowed. */
  readonly lacksSecondFactor: boolean;
  readonly passwordChange: RequiredPasswordChange;
  /** The station that the user has unlocked with a PIN, and acts at; `sessionId` is then the unlock's. */
  readonly station?: Station | undefined;
  /** Of an access token, whose ID is `sessionId`; undefined for a session, which may do all that its user may. */
  readonly scopes?: ReadonlySet<Scope> | undefined;
  /** The access token; undefined for a session. */
  readonly token?: TokenName | undefined;
  /** The caller is a wearable, which acts for its owner; `sessionId` is the ID of the device. */
  readonly device?: TokenDevice | undefined;
  /** The caller is a service account: `role` is ADMIN for the whole organisation, CAREGIVER for some wards. */
  readonly service?: ServiceAccount | undefined;
}

/** A station in timelines and the audit log; the name stays there when the station is removed. */
export interface StationName {
  readonly id: string;
  readonly name: string;
}

/** The station at which the user acts. */
export const stationOf = ({ station }: Pick<Principal, 'station'>): StationName | undefined =>
  station && { id: station.id, name: station.name };

export type Authenticated = Principal | Station;

export const isStation = (caller: Authenticated): caller is Station => !('userId' in caller);

/** Finds the principal of a session's token. */
export interface Authenticator {
  /** The principal of a recently authenticated token, from memory; undefined if the token must be authenticated. */
  recall(token: string): Principal | undefined;
  /** Rejects with 401. */
  authenticate(token: string): Promise<Principal>;
}

export interface StationAuthenticator {
  /** The station of a cookie's token. Rejects with 401. */
  authenticate(token: string): Promise<Station>;
  /** Whether a bearer token comes from an unlocked station; cheap. */
  isUnlock(token: string): boolean;
  /** The user who unlocked this station. Rejects with 401. */
  authenticateUnlock(token: string, station: Station): Promise<Principal>;
}
