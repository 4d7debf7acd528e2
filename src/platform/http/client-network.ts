import ipaddr from 'ipaddr.js';

/** One subscriber usually has a whole /64 of IPv6, and may send from any of its addresses. */
const IPV6_PREFIX = 64;

/**
 * The unit that counts as one client: an IPv4 address, or the /64 of an IPv6 address. Text that is not an address
 * counts as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = new ipaddr.IPv6(parsed.parts.map((part, index) => (index * 16 < IPV6_PREFIX ? part : 0)));
  return `${network.toString()}/${IPV6_PREFIX}`;
}
