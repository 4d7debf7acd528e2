import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { KNOWN_BROWSER_MS } from '../../platform/http/cookies.ts';
import { SECOND_MS } from '../../platform/time.ts';

/**
 * The cookie of earlier logins (docs/contract.md, "Login limits"): a browser with it keeps logging in while strangers at the
 * same address are refused. It names accounts, and helps with those alone: whoever has an account would otherwise be
 * free to guess the passwords of all others. Nobody can read or make one without the key.
 *
 *   browser (16) │ account (12) │ second of its login (4) │ … up to 10 accounts, newest first │ MAC (32)
 */
export interface KnownBrowsers {
  /** The cookie after a login of this account. */
  withLogin(cookie: string, email: string): string;
  /** The browser, if this account has logged in with it; undefined otherwise. */
  browserOf(cookie: string, email: string): string | undefined;
}

const BROWSER_BYTES = 16;
const ACCOUNT_BYTES = 12;
const ENTRY_BYTES = ACCOUNT_BYTES + 4;
const MAC_BYTES = 32;
/** The computer of a ward is shared by its caregivers. */
const MAX_ACCOUNTS = 10;
const MAX_BYTES = BROWSER_BYTES + MAX_ACCOUNTS * ENTRY_BYTES + MAC_BYTES;
const MAX_LENGTH = Math.ceil((MAX_BYTES * 4) / 3);

interface Known {
  readonly browser: Buffer;
  readonly logins: readonly Buffer[];
}

export function createKnownBrowsers(secret: string, now: () => number): KnownBrowsers {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vigil: known browsers', MAC_BYTES));
  const mac = (data: Buffer | string): Buffer => createHmac('sha256', key).update(data).digest();
  const accountOf = (email: string): Buffer => mac(`account ${email}`).subarray(0, ACCOUNT_BYTES);
  const isOf = (account: Buffer) => (login: Buffer) => login.subarray(0, ACCOUNT_BYTES).equals(account);

  function read(cookie: string): Known | undefined {
    if (cookie.length > MAX_LENGTH) return undefined;
    const bytes = Buffer.from(cookie, 'base64url');
    const end = bytes.length - MAC_BYTES;
    if (end < BROWSER_BYTES || (end - BROWSER_BYTES) % ENTRY_BYTES !== 0) return undefined;
    if (!timingSafeEqual(bytes.subarray(end), mac(bytes.subarray(0, end)))) return undefined;
    const logins: Buffer[] = [];
    for (let at = BROWSER_BYTES; at < end; at += ENTRY_BYTES) {
      const login = bytes.subarray(at, at + ENTRY_BYTES);
      const loggedInAt = login.readUInt32BE(ACCOUNT_BYTES) * SECOND_MS;
      if (loggedInAt > now() - KNOWN_BROWSER_MS) logins.push(login);
    }
    return { browser: bytes.subarray(0, BROWSER_BYTES), logins };
  }

  return {
    withLogin(cookie, email) {
      const { browser, logins } = read(cookie) ?? { browser: randomBytes(BROWSER_BYTES), logins: [] };
      const account = accountOf(email);
      const at = Buffer.alloc(4);
      at.writeUInt32BE(Math.floor(now() / SECOND_MS));
      const others = logins.filter((login) => !isOf(account)(login)).slice(0, MAX_ACCOUNTS - 1);
      const data = Buffer.concat([browser, account, at, ...others]);
      return Buffer.concat([data, mac(data)]).toString('base64url');
    },
    browserOf(cookie, email) {
      const known = cookie === '' ? undefined : read(cookie);
      return known?.logins.some(isOf(accountOf(email))) ? known.browser.toString('base64url') : undefined;
    },
  };
}
