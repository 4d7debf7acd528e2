import type { Address } from './wire.ts';

/** The paging system of ESPA_URL. */
export type PagerServer = Address &
  (
    | { readonly protocol: 'ESPA 4.4.4' }
    | { readonly protocol: 'ESPA-X'; readonly user: string; readonly password: string }
  );

/** Of a setting that platform/config has checked. */
export function pagerServerOf(espaUrl: string): PagerServer {
  const { protocol, hostname, port, username, password } = new URL(espaUrl);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  return protocol === 'espax:'
    ? {
        ...address,
        protocol: 'ESPA-X',
        user: decodeURIComponent(username),
        password: decodeURIComponent(password),
      }
    : { ...address, protocol: 'ESPA 4.4.4' };
}
