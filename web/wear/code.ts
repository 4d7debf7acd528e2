/** What the QR code of a wearable says (docs/firmware.md, "The QR code"). */
export interface Code {
  readonly mac: string;
  readonly token: string;
  /** The HTTP(S) base of the service, for programs that are not a page of it. */
  readonly url: string | null;
}

/** A token travels as a subprotocol of the live socket, so it is a token of HTTP (RFC 9110, section 5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,128}$/;
const MAC = /^(?:[\da-f]{2}[:-]?){5}[\da-f]{2}$/i;

/** Reads the fragment of the address: base64url of the QR code's JSON. Undefined if it is none. */
export function codeOf(fragment: string): Code | undefined {
  try {
    const bytes = atob(fragment.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
    return validCode(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const fragmentOf = (code: object): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(code))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export function validCode(given: unknown): Code | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { mac, token, url } = given as Record<string, unknown>;
  if (typeof mac !== 'string' || typeof token !== 'string') return undefined;
  if (!MAC.test(mac) || !TOKEN.test(token)) return undefined;
  return { mac, token, url: typeof url === 'string' && /^https?:\/\//.test(url) ? url : null };
}
