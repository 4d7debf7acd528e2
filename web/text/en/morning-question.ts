import type { MorningQuestion } from '../../api/records.ts';
import { plural, timeOfDay } from '../words.ts';

export const morningQuestion = {
  title: 'Last night',
  sentence: ({ patientName, patientRoom, at, stillMinutes }: MorningQuestion): string => {
    const whom = patientRoom === null ? patientName : `${patientName}, room ${patientRoom}`;
    const still = plural(stillMinutes, { one: 'minute', other: 'minutes' });
    return `Please look in on ${whom}: ${timeOfDay(at)}, a hard movement, then still for ${still}.`;
  },
  answers: { well: 'All is well', had_fallen: 'Had fallen', unknown: "Can't tell" },
  hint: 'No alert was sent. Your answer helps the detector.',
  movement: 'Show movement',
} as const;
