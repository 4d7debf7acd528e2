import Type from 'typebox';
import * as t from '../platform/schema/primitives.ts';
import { DAY_KINDS } from './day.ts';

/** docs/home.md, "A resident's day". */
export const PatientDay = t.record('PatientDay', 'Last 24 hours of a patient', {
  from: t.timestamp('Start; later than 24 hours ago if less is known'),
  until: t.timestamp('End: now'),
  spans: Type.Array(
    t.record('DaySpan', 'Time in which the patient did the same', {
      kind: t.vocabulary(
        'DayKind',
        'STILL, LIGHT (moving a little) or ACTIVE (on the move); WORN with too few readings to say; NOT_WORN; NO_SIGNAL; AWAY (an absence)',
        DAY_KINDS,
        'STILL',
      ),
      from: t.timestamp('Start'),
      until: t.timestamp('End'),
    }),
    { description: 'In ascending order, in whole minutes' },
  ),
});
