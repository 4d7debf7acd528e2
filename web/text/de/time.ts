import type { time as en } from '../en/time.ts';
import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const time: Texts<typeof en> = {
  span: {
    seconds: (count) => `${count} s`,
    minutes: (count) => `${count} min`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
    days: (count) => plural(count, { one: 'Tag', other: 'Tage' }),
  },
  ago: {
    now: 'gerade eben',
    seconds: (count) => `vor ${count} s`,
    minutes: (count) => `vor ${count} min`,
    hours: (hours, minutes) => `vor ${hours} h ${minutes} min`,
    days: (count) => `vor ${plural(count, { one: 'Tag', other: 'Tagen' })}`,
  },
};
