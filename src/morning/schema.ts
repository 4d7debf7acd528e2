import { shownName, shownRoom } from '../accounts/schema.ts';
import { eventSchema, type FrameSchema } from '../live/frames-schema.ts';
import { WardName } from '../people/schema/stations.ts';
import * as t from '../platform/schema/primitives.ts';
import { Person } from '../response/schema.ts';
import { MORNING_ANSWERS } from './vocabulary.ts';

const morningAnswer = () =>
  t.vocabulary(
    'MorningAnswer',
    'What the caregiver found: `well`, `had_fallen`, or `unknown` if it cannot be told',
    MORNING_ANSWERS,
  );

/** docs/response.md, "Morning questions". */
export const MorningQuestion = t.record(
  'MorningQuestion',
  'Question about a movement of the night that alerted nobody',
  {
    id: t.id('ID of the question'),
    fallId: t.id('ID of the event'),
    patientId: t.id('ID of the patient'),
    patientName: shownName('the patient'),
    patientRoom: shownRoom(),
    ward: t.nullable(WardName, 'Ward that was asked; null for a patient without one'),
    at: t.timestamp('Time of the hard movement'),
    stillMinutes: t.count('Minutes for which the wearer then lay still; counted up to an hour', 20),
    askedAt: t.timestamp('Time at which it was asked'),
    answer: t.nullable(morningAnswer(), 'Answer; null until then'),
    answeredBy: t.nullable(Person, 'User who answered; null until then, and if the account was deleted'),
    answeredAt: t.nullable(t.timestamp('Time of the answer; null until then')),
  },
);

export const AnswerToQuestion = t.record('AnswerToQuestion', 'Answer to a morning question', {
  answer: morningAnswer(),
});

export const morningServerFrames = {
  'morning.question': eventSchema(
    'morning.question',
    "A morning question was asked or answered; for the patient's care team and the admins",
    MorningQuestion,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;
