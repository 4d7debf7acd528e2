import { isIP } from 'node:net';

/** WebAuthn's word for the service: passkeys belong to its id, and a browser signs for it at its origin alone. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * From PUBLIC_URL, never from a request's Host header: whoever chooses the origin chooses which site may use a passkey.
 * Undefined where browsers offer no passkeys: at an IP address, and over plain HTTP except on this machine.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  if (isAddress || !(protocol === 'https:' || isLocal)) return undefined;
  return { id: hostname, origin };
}
