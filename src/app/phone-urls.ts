import { machineAddresses } from '../operations/own-certificate/addresses.ts';
import type { Config } from './config.ts';

const EVERYWHERE = new Set(['::', '0.0.0.0']);
/** Not reachable from a phone, but from a browser on this machine. */
const HERE = 'localhost';

/**
 * A phone's sensors need HTTPS: PUBLIC_URL if it is HTTPS, or the addresses of this machine with TLS_OWN. Empty without either.
 */
export async function phoneUrlsOf(
  { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>,
  httpsPort: number | undefined,
): Promise<readonly string[]> {
  if (publicUrl?.startsWith('https:')) return [publicUrl];
  if (httpsPort === undefined) return [];
  const addresses = EVERYWHERE.has(host)
    ? await machineAddresses()
    : [host.includes(':') ? `[${host}]` : host];
  return (addresses.length === 0 ? [HERE] : addresses).map((address) => `https://${address}:${httpsPort}`);
}
