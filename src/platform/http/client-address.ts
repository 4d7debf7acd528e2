import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

export interface ProxyTrust {
  /** The socket's address, or behind trusted proxies the right-most untrusted address of X-Forwarded-For. */
  clientOf(socketAddress: string, forwardedFor: string): string;
  trusts(socketAddress: string): boolean;
}

export function createProxyTrust(networks: readonly string[]): ProxyTrust {
  const trusted: Network[] = networks.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry) as Network;
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });

  function trusts(address: string): boolean {
    if (trusted.length === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return trusted.some(
      ([network, bits]) => parsed.kind() === network.kind() && parsed.match([network, bits] as never),
    );
  }

  return {
    trusts,
    clientOf(socketAddress, forwardedFor) {
      if (forwardedFor === '' || !trusts(socketAddress)) return socketAddress;
      const hops = forwardedFor.split(',').map((hop) => hop.trim());
      for (const hop of hops.reverse()) {
        if (!ipaddr.isValid(hop)) return socketAddress;
        const address = ipaddr.process(hop).toString();
        if (!trusts(address)) return address;
      }
      return socketAddress;
    },
  };
}

/** `::ffff:127.0.0.1` and `127.0.0.1` are the same client. */
export const plainAddress = (text: string): string =>
  ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
