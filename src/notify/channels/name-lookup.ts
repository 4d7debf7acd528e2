import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../platform/public-address.ts';

export type ResolveName = (name: string) => Promise<readonly string[]>;

const DNS_TIMEOUT_MS = 1_500;
const DNS_TRIES = 2;

/** The message is shown to a person as the reason for a failed delivery. */
export class NameRefused extends Error {}

/**
 * Resolves public names through DNS directly: `getaddrinfo` blocks a thread of the pool that also hashes passwords, and
 * an attacker's slow name server could block all of them.
 */
export function dnsResolve(): ResolveName {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return async (name) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

/** Names of the local network may also be in /etc/hosts and similar sources. */
export const systemResolve: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * The lookup of a connecting socket: resolves once and returns exactly the addresses that were checked, so that a name
 * that resolves differently the next time (DNS rebinding) gains nothing.
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
