import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether an address belongs to the public internet. Everything else is refused: loopback, private, link-local, shared
 * (CGNAT), multicast, reserved, and IPv6 that embeds an IPv4 address (mapped, 64:ff9b::, 6to4, Teredo), because a
 * translator would route it to the forbidden one.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** The literal address that a URL names, without the brackets of IPv6, or undefined for a name. */
function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}

/**
 * The reason why nothing may be sent to a URL, or undefined. Names are checked by their address when the socket
 * connects.
 */
export function targetComplaint(text: string, allowPrivateTargets: boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  const plain = url.protocol === 'http:';
  if (!plain && url.protocol !== 'https:') return 'must start with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (allowPrivateTargets) return undefined;
  if (plain) return 'must start with https://';
  const literal = literalAddress(url);
  return literal === undefined || isPublicAddress(literal) ? undefined : 'must not be a private address';
}
