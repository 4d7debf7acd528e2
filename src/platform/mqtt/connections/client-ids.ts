import type { Identity } from './credentials.ts';

/**
 * docs/mqtt.md, "Authentication": client ids are scoped to a principal, so a device or an access token can neither take
 * over its owner's connections nor end the owner's sessions. The account comes first: `<account>/<id>` for a person or a
 * service account, `<account>:<MAC or token>/<id>` for what acts in a person's name.
 */
export const clientIdOf = (identity: Identity, id: string): string => `${principalOf(identity)}/${id}`;

/** A service account outlives its tokens, so that replacing one keeps its sessions. */
export function principalOf({ userId, device, token, service }: Identity): string {
  const agent = device?.macAddress ?? (service === undefined ? token?.id : undefined);
  return agent === undefined ? userId : `${userId}:${agent}`;
}

export interface ScopedClientId {
  readonly account: string;
  /** The account, or what acts in its name. */
  readonly principal: string;
  /** As the client sent it. */
  readonly id: string;
}

export function parseClientId(clientId: string): ScopedClientId {
  const end = clientId.indexOf('/');
  const principal = clientId.slice(0, end);
  const [account = principal] = principal.split(':', 1);
  return { account, principal, id: clientId.slice(end + 1) };
}

export const accountOf = (clientId: string): string => parseClientId(clientId).account;
