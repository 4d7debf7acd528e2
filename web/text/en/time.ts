import { plural } from '../plural.ts';

/** Lengths of time, as short as possible, and how long ago something was. */
export const time = {
  span: {
    seconds: (count: number): string => `${count} s`,
    minutes: (count: number): string => `${count} min`,
    hours: (hours: number, minutes: string): string => `${hours} h ${minutes} min`,
    days: (count: number): string => plural(count, { one: 'day', other: 'days' }),
  },
  ago: {
    now: 'just now',
    seconds: (count: number): string => `${count} s ago`,
    minutes: (count: number): string => `${count} min ago`,
    hours: (hours: number, minutes: string): string => `${hours} h ${minutes} min ago`,
    days: (count: number): string => plural(count, { one: 'day ago', other: 'days ago' }),
  },
} as const;
