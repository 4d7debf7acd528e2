import Type from 'typebox';
import { isZone } from '../zone.ts';
import { anyText } from './primitives.ts';

const MAX_ZONE_LENGTH = 64;

/** An IANA time zone; `zoneComplaint` checks the value. */
export function timeZone(description: string) {
  const given = anyText(MAX_ZONE_LENGTH, description, 'Europe/Berlin');
  return Type.String({ ...given, 'x-shown': Type.String({ ...given, pattern: '^[A-Za-z][\\w+\\-/]*$' }) });
}

/** Undefined for a zone that Intl knows. */
export const zoneComplaint = (name: string): string | undefined =>
  isZone(name) ? undefined : 'must be a time zone such as Europe/Berlin';
