import Type from 'typebox';
import { change, integer, nullable, record, timestamp } from '../../platform/schema/primitives.ts';

const HOURS_AND_MINUTES = '^(?:[01]\\d|2[0-3]):[0-5]\\d$';

const timeOfDay = (description: string, example: string) =>
  Type.String({
    pattern: HOURS_AND_MINUTES,
    description,
    examples: [example],
    'x-says': `must be a time of day, HH:MM, such as ${example}`,
  });

const times = {
  from: timeOfDay("Start of the window, HH:MM in the organisation's time zone", '07:00'),
  until: timeOfDay("End of the window, HH:MM in the organisation's time zone; after `from`", '10:00'),
  weekdays: Type.Array(integer(1, 7, 'number', 'ISO weekday: 1 is Monday', 1), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: 'Days of the week, 1 (Monday) to 7 (Sunday), each once',
    examples: [[1, 2, 3, 4, 5, 6, 7]],
    'x-says': 'must be a list of weekdays from 1 (Monday) to 7 (Sunday), each once',
  }),
};

export const CheckInChange = change(
  'CheckInChange',
  'Times of a check-in; all are required for a patient without one, a subset changes the others',
  {
    from: Type.Optional(times.from),
    until: Type.Optional(times.until),
    weekdays: Type.Optional(times.weekdays),
  },
);

export const CheckIn = record('CheckIn', 'Daily check-in of a patient', {
  ...times,
  opensAt: timestamp('Start of the window that is open or comes next'),
  closesAt: timestamp('End of that window'),
  checkedInAt: nullable(timestamp('Time of the first sign of life in that window; null without one')),
});
