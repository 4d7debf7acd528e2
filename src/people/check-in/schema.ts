import Type from 'typebox';
import { change, nullable, record, timestamp } from '../../platform/schema/primitives.ts';
import { timeOfDay, weekdays } from '../../platform/schema/time-of-day.ts';

const times = {
  from: timeOfDay("Start of the window, HH:MM in the organisation's time zone", '07:00'),
  until: timeOfDay("End of the window, HH:MM in the organisation's time zone; after `from`", '10:00'),
  weekdays: weekdays('Days of the week, 1 (Monday) to 7 (Sunday)'),
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
