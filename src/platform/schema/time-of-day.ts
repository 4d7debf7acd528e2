import Type from 'typebox';
import { integer } from './primitives.ts';

/** `HH:MM`; such times compare as text. */
export const TIME_OF_DAY = '^(?:[01]\\d|2[0-3]):[0-5]\\d$';

export const timeOfDay = (description: string, example: string) =>
  Type.String({
    pattern: TIME_OF_DAY,
    description,
    examples: [example],
    'x-message': `must be a time such as ${example}`,
  });

/** ISO weekdays. `eachOnce` makes a list of what was sent. */
export const weekdays = (description: string) =>
  Type.Array(integer(1, 7, 'number', 'ISO weekday: 1 is Monday', 1), {
    minItems: 1,
    maxItems: 7,
    description,
    examples: [[1, 2, 3, 4, 5, 6, 7]],
    'x-message': 'must be a list of 1 to 7 weekdays, 1 (Monday) to 7 (Sunday)',
  });

/** In order, without repeats. */
export const eachOnce = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => a - b);
