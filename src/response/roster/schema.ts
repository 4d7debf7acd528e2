import Type, { type Static } from 'typebox';
import { shownName } from '../../accounts/schema.ts';
import type { Rules } from '../../platform/schema/check.ts';
import * as t from '../../platform/schema/primitives.ts';
import { timeOfDay, weekdays } from '../../platform/schema/time-of-day.ts';
import { weekdayOf } from '../../platform/zone.ts';
import { NOBODY_RINGS_ON_SILENT } from './night-shifts.ts';
import { FIRST_DAY, LAST_DAY } from './slots.ts';
import { SKIP_REASONS } from './week-copy.ts';

/** docs/home.md, "Rosters". */
export const MAX_SHIFTS = 50;
const MAX_CAREGIVERS = 50;
const MAX_NAME = 80;
const MAX_EVERY_WEEKS = 8;
export const MAX_CALENDAR_DAYS = 92;

/** Any text: whatever is no member of the ward is refused by its place in the list. */
const caregiverIds = () =>
  Type.Array(
    Type.String({
      maxLength: 64,
      description: 'ID of the caregiver',
      'x-shown': t.id('ID of the caregiver'),
    }),
    {
      maxItems: MAX_CAREGIVERS,
      description: 'IDs of the caregivers, members of the ward; may be empty',
      'x-message': `must be a list of at most ${MAX_CAREGIVERS} IDs`,
    },
  );

const shiftFields = {
  name: t.line(MAX_NAME, 'Name of the shift', 'Night'),
  weekdays: weekdays('ISO weekdays (1 is Monday) of the day on which a slot begins'),
  start: timeOfDay("Start, in the organisation's time zone", '22:00'),
  end: timeOfDay('End; before the start: on the next day; equal: a whole day', '06:00'),
  caregivers: caregiverIds(),
};

const NewRosterShift = t.record('NewRosterShift', 'Shift of a roster, as sent', {
  id: t.optional(t.id('ID of a shift of this roster that is kept; missing for a new one')),
  ...shiftFields,
  from: t.date('First day, inclusive'),
  until: t.optional(t.date('Last day, inclusive; missing: no end')),
  everyWeeks: t.optional(
    t.integer(
      1,
      MAX_EVERY_WEEKS,
      'count',
      'Every so many weeks, counted from the week of `from`; default 1',
      1,
    ),
  ),
});

export const RosterChange = t.record('RosterChange', 'New roster of a ward; it replaces the former one', {
  shifts: Type.Array(NewRosterShift, {
    maxItems: MAX_SHIFTS,
    description: 'Shifts, in order',
    'x-message': `must be a list of at most ${MAX_SHIFTS} shifts`,
  }),
});

/** A rule between fields. */
export const endsAfterStart: Rules<Static<typeof RosterChange>> = ({ shifts = [] }) =>
  Object.fromEntries(
    shifts.flatMap(({ from, until }, i) =>
      until && until < from ? [[`shifts.${i}.until`, 'must not be before `from`']] : [],
    ),
  );

const RosterShift = t.record('RosterShift', 'Shift of a roster', {
  id: t.id('ID of the shift'),
  ...shiftFields,
  from: t.shownDate('First day, inclusive'),
  until: t.nullable(t.shownDate('Last day, inclusive; null: no end')),
  everyWeeks: t.integer(
    1,
    MAX_EVERY_WEEKS,
    'count',
    'Every so many weeks, counted from the week of `from`',
    1,
  ),
});

export const RosterException = t.record('RosterException', 'Exception to a roster, for one slot', {
  id: t.id('ID of the exception'),
  shiftId: t.id('ID of the shift'),
  date: t.shownDate('Day on which the slot begins'),
  caregiverId: t.id('ID of the caregiver who is absent, or who joins the slot'),
  replacedBy: t.nullable(t.id('ID of the caregiver who takes their place; null if none does')),
  added: t.boolean('True if the caregiver joins the slot instead', false),
  createdAt: t.timestamp('Time it was made'),
});

export const Roster = t.record('Roster', 'Roster of a ward', {
  shifts: Type.Array(RosterShift, { description: 'Shifts, in order' }),
  exceptions: Type.Array(RosterException, { description: 'Exceptions from yesterday on' }),
});

const slotFields = {
  shiftId: t.id('ID of the shift'),
  date: t.date('Day on which the slot begins'),
  caregiverId: t.id('ID of the caregiver who is on the slot'),
};

export const NewRosterException = t.record('NewRosterException', 'New exception to a roster', {
  ...slotFields,
  replacedBy: t.optional(t.id('ID of the member who takes their place')),
  added: t.optional(
    t.boolean(
      'True: the caregiver joins the slot. On a day on which the shift has none, this makes one. Not with `replacedBy`.',
      false,
    ),
  ),
});

/** A rule between fields. */
export const joinsOrLeaves: Rules<Static<typeof NewRosterException>> = ({ added, replacedBy }) =>
  added && replacedBy ? { replacedBy: 'must be left out if `added` is true' } : {};

export const RosterMove = t.record('RosterMove', "Move of a caregiver's turn to another day or person", {
  ...slotFields,
  toDate: t.date('Day on which the new slot of the shift begins; made if the shift has none'),
  toCaregiverId: t.id('ID of the member who is on it'),
});

export const WeekToCopy = t.record('WeekToCopy', 'Week of a roster that is copied to the next', {
  from: t.date('Its Monday', '2026-03-02'),
});

/** A rule about a field. */
export const beginsOnMonday: Rules<Static<typeof WeekToCopy>> = ({ from }) => {
  if (from === undefined) return {};
  const isKnown = from >= FIRST_DAY && from <= LAST_DAY;
  return isKnown && weekdayOf(from) === 1 ? {} : { from: 'must be a Monday' };
};

export const WeekCopied = t.record('WeekCopied', 'What a copy of a week has changed', {
  copied: t.count('Slots of the next week whose caregivers are now those of the week', 12),
  unchanged: t.count('Slots that have the same caregivers already', 30),
  skipped: Type.Array(
    t.record('SkippedSlot', 'Slot of the next week that stays as it was', {
      shiftId: t.id('ID of the shift'),
      name: t.string('Name of the shift', 'Night'),
      date: t.shownDate('Day on which the slot begins'),
      reason: t.vocabulary(
        'SkipReason',
        'CHANGED: changed by hand before; BUSY: a caregiver is on another shift at that time; NOBODY: nobody is left to copy; BEGUN: it has begun; NO_SLOT: the shift has no slot on that day',
        SKIP_REASONS,
      ),
    }),
    { description: 'Slots that stay as they were, by day' },
  ),
});

export const NewSwap = t.record('NewSwap', 'Request to a colleague to take over a slot', {
  ...slotFields,
  replacedBy: t.id('ID of the member who is asked'),
});

export const SWAP_STATES = ['OPEN', 'ACCEPTED', 'DECLINED'] as const;

export const Swap = t.record('Swap', 'Swap of a slot', {
  id: t.id('ID of the swap'),
  shiftId: t.id('ID of the shift'),
  date: t.shownDate('Day on which the slot begins'),
  caregiverId: t.id('ID of the caregiver who asks'),
  replacedBy: t.id('ID of the colleague who is asked'),
  state: t.vocabulary('SwapState', 'State of the swap', SWAP_STATES),
  createdAt: t.timestamp('Time of the request'),
  answeredAt: t.nullable(t.timestamp('Time of the answer; null before')),
});

const CalendarCaregiver = t.record('CalendarCaregiver', 'Caregiver on a slot', {
  id: t.id('ID of the caregiver'),
  name: shownName('the caregiver'),
});

export const CalendarSlot = t.record('CalendarSlot', 'Slot in the calendar of a ward', {
  shiftId: t.id('ID of the shift'),
  date: t.shownDate('Day on which it begins'),
  name: t.string('Name of the shift', 'Night'),
  start: t.timestamp('Start'),
  end: t.timestamp('End'),
  caregivers: Type.Array(CalendarCaregiver, {
    description: 'Caregivers on it; absent ones (deactivated, or no longer members) are left out',
  }),
  gap: t.boolean('True if no caregiver is on it', false),
  warning: t.nullable(
    t.oneOf(
      [NOBODY_RINGS_ON_SILENT],
      'A night shift in which nobody has a channel that rings on silent; not for slots that are over',
    ),
  ),
});

export const CalendarRange = Type.Object({
  from: t.date('First day, inclusive'),
  to: t.date(`Last day, inclusive; at most ${MAX_CALENDAR_DAYS} days in all`),
});

export const CalendarFeed = t.record('CalendarFeed', 'Secret address of an iCalendar feed', {
  url: t.string(
    'Address for calendar programs; whoever knows it can read the calendar',
    'https://vigil.example.org/api/calendars/Zm9vYmFyYmF6.ics',
  ),
});
