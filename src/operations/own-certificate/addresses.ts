import { createSocket } from 'node:dgram';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined>
>;

/** Bridges, tunnels and virtual machines: a phone in the same Wi-Fi does not reach them. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vnic|lxc|lxd|cni|flannel|cali|podman|bridge|tun|tap|utun|wg|zt|tailscale|ppp|awdl|llw)/;
/** Assigned by the machine to itself because no network did (RFC 3927). */
const LINK_LOCAL = '169.254.';
/** RFC 5737: nothing is sent there; the system only looks up the interface of its default route. */
const ELSEWHERE = '192.0.2.1';

/** The machine's IPv4 addresses without loopback, the one first that a phone in the same network most likely reaches. */
export function addressesIn(interfaces: Interfaces, routed?: string): readonly string[] {
  const rank = (name: string, address: string): number =>
    address === routed && !VIRTUAL.test(name) ? 0 : VIRTUAL.test(name) ? 2 : 1;
  const found = Object.entries(interfaces).flatMap(([name, entries = []]) =>
    entries.flatMap(({ address, family, internal }) =>
      family === 'IPv4' && !internal && !address.startsWith(LINK_LOCAL)
        ? [{ address, rank: rank(name, address) }]
        : [],
    ),
  );
  return [...new Set(found.sort((a, b) => a.rank - b.rank).map(({ address }) => address))];
}

export const machineAddresses = async (): Promise<readonly string[]> =>
  addressesIn(networkInterfaces(), await routedAddress());

/** The address of the default route; undefined without a network. */
function routedAddress(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (address?: string): void => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => end());
    socket.connect(9, ELSEWHERE, () => end(socket.address().address));
  });
}
