import { InvalidValue } from '../../platform/config/values.ts';
import type { Address } from './wire.ts';

/** The paging system of ESPA_URL. */
export type PagerServer = Address &
  (
    | { readonly protocol: 'ESPA 4.4.4' }
    | { readonly protocol: 'ESPA-X'; readonly user: string; readonly password: string }
  );

/** Of a setting that has been checked. */
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

const ESPA_URL_RULE =
  'must be espa444+tcp://host:port, or espax://user:password@host:port (special characters percent-encoded)';

/** The paging system: docs/pagers.md, "Setting". */
export const espaUrl = (value: string): string => {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (parsed === undefined) throw new InvalidValue(ESPA_URL_RULE);
  const { protocol, hostname, port: portText, username, password, pathname, search, hash } = parsed;
  const isLogin = protocol === 'espax:' ? username !== '' && password !== '' : username + password === '';
  const isKnown = protocol === 'espax:' || protocol === 'espa444+tcp:';
  const isAddress = hostname !== '' && Number(portText) > 0 && /^\/?$/.test(pathname) && search + hash === '';
  if (!isKnown || !isLogin || !isAddress || !isDecodable(username) || !isDecodable(password))
    throw new InvalidValue(ESPA_URL_RULE);
  return value;
};

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
