import { isPublicAddress, literalAddress } from '../../platform/public-address.ts';

/**
 * The reason why nothing may be sent to a URL, or undefined. Names are checked by their address when the socket
 * connects.
 */
export function targetComplaint(text: string, allowPrivateTargets: boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  const plain = url.protocol === 'http:';
  if (!plain && url.protocol !== 'https:') return 'must start with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (allowPrivateTargets) return undefined;
  if (plain) return 'must start with https://';
  const literal = literalAddress(url);
  return literal === undefined || isPublicAddress(literal) ? undefined : 'must not be a private address';
}
