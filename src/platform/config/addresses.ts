import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { hostUrls } from '../database/database-url.ts';
import { InvalidValue, list, wholeNumber } from './values.ts';

export const port = wholeNumber(0, 65_535);

export const OFF = 'off';
export const portOrOff = (value: string): number | typeof OFF =>
  value.toLowerCase() === OFF ? OFF : port(value);

export const url =
  (...protocols: string[]) =>
  (value: string): string => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !protocols.includes(parsed.protocol)) {
      throw new InvalidValue(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  };

/** Without a trailing slash, because paths are appended to it. */
export const publicUrl = (value: string): string => {
  const { username, password, search, hash } = new URL(url('https:', 'http:')(value));
  if (username + password + search + hash !== '')
    throw new InvalidValue('must be a URL without user, query or #');
  return value.replace(/\/+$/, '');
};

export const databaseUrl = (value: string): string => {
  if (hostUrls(value).length === 0)
    throw new InvalidValue('must be a URL that starts with postgres:// or postgresql://');
  return value;
};

export const origins = (value: string): readonly string[] =>
  list(value).map((entry) => {
    const origin = URL.canParse(entry) ? new URL(entry).origin : 'null';
    if (origin === 'null' || origin !== entry.replace(/\/$/, '').toLowerCase()) {
      throw new InvalidValue(`"${entry}" is not an origin such as https://app.example.org`);
    }
    return origin;
  });

export const networks = (value: string): readonly string[] =>
  list(value).map((entry) => {
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry)) {
      throw new InvalidValue(`"${entry}" is neither an address nor a network such as 10.0.0.0/8`);
    }
    return entry;
  });

const DNS_LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const DNS_NAME = new RegExp(`^(?=.{1,253}$)${DNS_LABEL}(\\.${DNS_LABEL})*$`);
/** Let's Encrypt allows 100 in a certificate. */
const MAX_HOSTS = 100;

/** Names of a certificate. */
export const hosts = (value: string): readonly string[] => {
  const names = [...new Set(list(value.toLowerCase()))];
  if (names.length > MAX_HOSTS) throw new InvalidValue(`must be at most ${MAX_HOSTS} host names`);
  for (const name of names)
    if (!DNS_NAME.test(name) || ipaddr.isValid(name))
      throw new InvalidValue(`"${name}" is not a host name such as vigil.example.org`);
  return names;
};

/** A private ACME server on this machine may do without TLS. */
export const acmeDirectory = (value: string): string => {
  const { protocol, hostname } = new URL(url('https:', 'http:')(value));
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'http:' && !isHere) throw new InvalidValue('must be a URL that starts with https://');
  return value;
};

export const email = (value: string): string => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) throw new InvalidValue('must be an e-mail address');
  return value.toLowerCase();
};

/** The path of a readable file. */
export const readable = (value: string): string => {
  try {
    readFileSync(value);
    return value;
  } catch {
    throw new InvalidValue(`cannot read ${value}`);
  }
};
