import type { AppError } from '../errors.ts';
import type { LimitClass } from './rate-limits.ts';

/** A protocol other than the API's, with routes below a path of its own, its media type and its own form of errors. */
export interface Protocol {
  /** What its paths begin with, such as `/fhir`. */
  readonly base: string;
  /** The headers of its replies (exchange.ts). */
  readonly profile: 'fhir' | 'scim';
  /** Throws 406 where the caller accepts none of its media types. `query` as in the request line. */
  readonly requireAccepted: (request: { readonly accept: string; readonly query: string }) => void;
  /** The body of an error. */
  readonly failure: (error: AppError) => object;
  /** Whether `/Users/` and `//Users` are `/Users`: clients add a path to the address that somebody has typed. */
  readonly skipsEmptySegments?: boolean;
  /** Of its routes; default: `global`. */
  readonly limit?: LimitClass;
}

const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

/** The protocol of a path, also of a path without a route; undefined for the API's. */
export const protocolOf = (protocols: readonly Protocol[], path: string): Protocol | undefined =>
  protocols.find(({ base }) => isBelow(path, base));
