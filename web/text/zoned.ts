/** Times in the zone of a report, whatever zone the browser is in. */

import { LOCALE } from './plural.ts';

export interface ZonedTimes {
  /** `15 Nov 2026, 03:12` */
  readonly dateAndTime: (at: string) => string;
  /** `15 Nov, 03:12:07` */
  readonly exact: (at: string) => string;
  /** For a field of the type `datetime-local`: `2026-11-15T03:12`. */
  readonly toField: (at: string) => string;
  /** The first instant at which the clocks of the zone show the field's value. */
  readonly fromField: (value: string) => string;
}

export function timesIn(timeZone: string): ZonedTimes {
  const shared = { timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const day = new Intl.DateTimeFormat(LOCALE, { ...shared, year: 'numeric' });
  const second = new Intl.DateTimeFormat(LOCALE, { ...shared, second: '2-digit' });
  // This language writes dates as 2026-11-15 03:12.
  const field = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const wallOf = (ms: number): string => field.format(ms).replace(' ', 'T');
  return {
    dateAndTime: (at) => day.format(new Date(at)),
    exact: (at) => second.format(new Date(at)),
    toField: (at) => wallOf(Date.parse(at)),
    fromField(value) {
      const wanted = Date.parse(`${value}Z`);
      // The offset of the zone near the wanted time; a second look, because the first may be across a change of it.
      const offsetAt = (ms: number): number => Date.parse(`${wallOf(ms)}Z`) - ms;
      const near = wanted - offsetAt(wanted);
      return new Date(wanted - offsetAt(near)).toISOString();
    },
  };
}
