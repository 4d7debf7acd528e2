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
export function literalAddress({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}

/** Names that only a local resolver knows: `localhost`, a container's name, `.local`, `.lan`, `.internal`, `.home.arpa`. */
const LOCAL_NAME = /^[^.]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/i;

/** Whether the host of a URL can only be inside the operator's network. */
export function isPrivateHost(url: Pick<URL, 'hostname'>): boolean {
  const literal = literalAddress(url);
  return literal === undefined ? LOCAL_NAME.test(url.hostname) : !isPublicAddress(literal);
}
