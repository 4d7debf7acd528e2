import type { Static } from 'typebox';
import { eventSchema, type FrameSchema } from '../live/frames-schema.ts';
import * as t from '../platform/schema/primitives.ts';
import { Person } from '../response/schema.ts';

const MAX_NOTE_LENGTH = 2000;

const HandoverSummary = t.record('HandoverSummary', "What happened to the ward's patients in the shift", {
  falls: t.count('Number of falls of level POTENTIAL and above since the shift began', 1),
  openAlerts: t.count('Number of unresolved falls', 0),
  silentDevices: t.count('Number of wearables that are silent', 2),
  lowBatteries: t.count('Number of wearables with a low battery', 1),
  away: t.count('Number of patients who are away', 0),
  overdueTests: t.count('Number of overdue tests of wearables, channels and stations', 3),
});

/** docs/home.md, "Handover". */
export const Handover = t.record('Handover', 'Handover of a ward to the next shift', {
  note: t.nullable(t.string('Note to the next shift; null before the first handover', 'Room 12 slept badly')),
  by: t.nullable(Person, 'Author; null before the first handover, and if the account was deleted'),
  at: t.nullable(t.timestamp('Time at which it was written; null before the first handover')),
  confirmedBy: t.nullable(Person, 'User who confirmed it for the next shift; null until then'),
  summary: HandoverSummary,
});

export const NewHandover = t.record('NewHandover', 'New handover', {
  note: t.text(MAX_NOTE_LENGTH, 'Note to the next shift', 'Room 12 slept badly'),
});

export const HandoverConfirmation = t.record('HandoverConfirmation', 'Confirmation of a handover', {
  at: t.optional(
    t.time(
      'Time of the handover that was read; 409 if another one has replaced it meanwhile',
      '2026-03-01T14:00:00Z',
    ),
  ),
});

export const PinnedHandover = t.record('PinnedHandover', 'Handover that is not confirmed yet', {
  wardId: t.id('ID of the ward'),
  wardName: t.string('Name of the ward', 'Ground floor'),
  ...Handover.properties,
});

/** Without the note: an event stays in the log of a caregiver who has left the ward. */
const HandoverChange = t.record('HandoverChange', 'Handover that was written or confirmed', {
  wardId: t.id('ID of the ward'),
  by: Handover.properties.by,
  at: t.timestamp('Time at which it was written'),
  confirmedBy: Handover.properties.confirmedBy,
});

export const overviewServerFrames = {
  handover: eventSchema(
    'handover',
    'A handover of a ward was written or confirmed; for the members of the ward and the admins',
    HandoverChange,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export type HandoverSummary = Static<typeof HandoverSummary>;
