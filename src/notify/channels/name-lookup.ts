import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './target-address.ts';

export type ResolveName = (name: string) => Promise<readonly string[]>;

const DNS_TIMEOUT_MS = 1_500;
const DNS_TRIES = 2;

/** Told to a person as the reason why a delivery failed. */
export class NameRefused extends Error {}

/**
 * Public names are asked of DNS directly: `getaddrinfo` holds a thread of the pool that hashes passwords too, and a
 * name server of somebody's own could keep all of them waiting.
 */
export function dnsResolve(): ResolveName {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return async (name) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

/** Names of one's own network stand in /etc/hosts and the like as well. */
export const systemResolve: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * For a socket that connects: resolves once, and hands over the very addresses that were judged, so that a name which
 * answers differently the next time (DNS rebinding) gains nothing.
 */
export function guardedLookup(resolve: ResolveName, allowPrivateTargets: boolean): LookupFunction {
  const judged = async (name: string) => {
    const addresses = await resolve(name);
    const allowed = allowPrivateTargets ? addresses : addresses.filter(isPublicAddress);
    if (allowed.length === 0) {
      throw new NameRefused(
        addresses.length === 0 ? 'the name has no address' : 'the name leads to a private address',
      );
    }
    return allowed.map((address) => ({ address, family: isIP(address) }));
  };
  return (name, options, callback) => {
    judged(name).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || first === undefined) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
