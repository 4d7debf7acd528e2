import Type, { type Static } from 'typebox';
import { shownName } from '../../accounts/schema.ts';
import type { Rules } from '../../platform/schema/check.ts';
import {
  boolean,
  date,
  id,
  integer,
  line,
  nullable,
  optional,
  record,
  shownDate,
  string,
  timestamp,
  vocabulary,
} from '../../platform/schema/primitives.ts';
import { timeOfDay, weekdays } from '../../platform/schema/time-of-day.ts';

/** docs/home.md, "Rosters". */
export const MAX_SHIFTS = 50;
const MAX_CAREGIVERS = 50;
const MAX_NAME = 80;
const MAX_EVERY_WEEKS = 8;
export const MAX_CALENDAR_DAYS = 92;

/** Any text: whatever is no member of the ward is refused by its place in the list. */
const caregiverIds = () =>
  Type.Array(
    Type.String({ maxLength: 64, description: 'ID of the caregiver', 'x-shown': id('ID of the caregiver') }),
    {
      maxItems: MAX_CAREGIVERS,
      description: 'IDs of the caregivers, members of the ward; may be empty',
      'x-says': `must be a list of at most ${MAX_CAREGIVERS} IDs`,
    },
  );

const shiftFields = {
  name: line(MAX_NAME, 'Name of the shift', 'Night'),
  weekdays: weekdays('ISO weekdays (1 is Monday) of the day on which a slot begins'),
  start: timeOfDay("Start, in the organisation's time zone", '22:00'),
  end: timeOfDay('End; before the start: on the next day; equal: a whole day', '06:00'),
  caregivers: caregiverIds(),
};

const NewRosterShift = record('NewRosterShift', 'Shift of a roster, as sent', {
  id: optional(id('ID of a shift of this roster that is kept; missing for a new one')),
  ...shiftFields,
  from: date('First day, inclusive'),
  until: optional(date('Last day, inclusive; missing: no end')),
  everyWeeks: optional(
    integer(
      1,
      MAX_EVERY_WEEKS,
      'count',
      'Every so many weeks, counted from the week of `from`; default 1',
      1,
    ),
  ),
});

export const RosterChange = record('RosterChange', 'New roster of a ward; it replaces the former one', {
  shifts: Type.Array(NewRosterShift, {
    maxItems: MAX_SHIFTS,
    description: 'Shifts, in order',
    'x-says': `must be a list of at most ${MAX_SHIFTS} shifts`,
  }),
});

/** A rule between fields. */
export const endsAfterStart: Rules<Static<typeof RosterChange>> = ({ shifts = [] }) =>
  Object.fromEntries(
    shifts.flatMap(({ from, until }, i) =>
      until && until < from ? [[`shifts.${i}.until`, 'must not be before `from`']] : [],
    ),
  );

const RosterShift = record('RosterShift', 'Shift of a roster', {
  id: id('ID of the shift'),
  ...shiftFields,
  from: shownDate('First day, inclusive'),
  until: nullable(shownDate('Last day, inclusive; null: no end')),
  everyWeeks: integer(1, MAX_EVERY_WEEKS, 'count', 'Every so many weeks, counted from the week of `from`', 1),
});

export const RosterException = record('RosterException', 'Exception to a roster, for one slot', {
  id: id('ID of the exception'),
  shiftId: id('ID of the shift'),
  date: shownDate('Day on which the slot begins'),
  caregiverId: id('ID of the caregiver who is absent'),
  replacedBy: nullable(id('ID of the caregiver who takes their place; null if none does')),
  createdAt: timestamp('Time it was made'),
});

export const Roster = record('Roster', 'Roster of a ward', {
  shifts: Type.Array(RosterShift, { description: 'Shifts, in order' }),
  exceptions: Type.Array(RosterException, { description: 'Exceptions from yesterday on' }),
});

const slotFields = {
  shiftId: id('ID of the shift'),
  date: date('Day on which the slot begins'),
  caregiverId: id('ID of the caregiver who is on the slot'),
};

export const NewRosterException = record('NewRosterException', 'New exception to a roster', {
  ...slotFields,
  replacedBy: optional(id('ID of the member who takes their place')),
});

export const NewSwap = record('NewSwap', 'Request to a colleague to take over a slot', {
  ...slotFields,
  replacedBy: id('ID of the member who is asked'),
});

export const SWAP_STATES = ['OPEN', 'ACCEPTED', 'DECLINED'] as const;

export const Swap = record('Swap', 'Swap of a slot', {
  id: id('ID of the swap'),
  shiftId: id('ID of the shift'),
  date: shownDate('Day on which the slot begins'),
  caregiverId: id('ID of the caregiver who asks'),
  replacedBy: id('ID of the colleague who is asked'),
  state: vocabulary('SwapState', 'State of the swap', SWAP_STATES),
  createdAt: timestamp('Time of the request'),
  answeredAt: nullable(timestamp('Time of the answer; null before')),
});

const CalendarCaregiver = record('CalendarCaregiver', 'Caregiver on a slot', {
  id: id('ID of the caregiver'),
  name: shownName('the caregiver'),
});

export const CalendarSlot = record('CalendarSlot', 'Slot in the calendar of a ward', {
  shiftId: id('ID of the shift'),
  date: shownDate('Day on which it begins'),
  name: string('Name of the shift', 'Night'),
  start: timestamp('Start'),
  end: timestamp('End'),
  caregivers: Type.Array(CalendarCaregiver, {
    description: 'Caregivers on it; absent ones (deactivated, or no longer members) are left out',
  }),
  gap: boolean('True if no caregiver is on it', false),
});

export const CalendarRange = Type.Object({
  from: date('First day, inclusive'),
  to: date(`Last day, inclusive; at most ${MAX_CALENDAR_DAYS} days in all`),
});

export const CalendarFeed = record('CalendarFeed', 'Secret address of an iCalendar feed', {
  url: string(
    'Address for calendar programs; whoever knows it can read the calendar',
    'https://vigil.example.org/api/calendars/Zm9vYmFyYmF6.ics',
  ),
});
