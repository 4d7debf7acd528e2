import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';

/** Weak: two replies of one version may differ in what the caller has asked for. */
export const tagOf = (version: string): string => `W/"${version}"`;

/** Of what a resource says. */
export const versionOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);

/** RFC 9110, section 13.1: `*`, or a list of tags, of which a weak one is the same as a strong one. */
export function matches(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  const bare = (one: string): string => one.trim().replace(/^W\//, '');
  return header.split(',').some((one) => bare(one) === bare(tag));
}

/** Throws 412 if the caller has read another version. */
export function requireVersion(ifMatch: string, tag: string): void {
  if (ifMatch === '' || matches(ifMatch, tag)) return;
  throw new AppError('VERSION_CHANGED', `The resource has changed: its version is ${tag}`);
}
