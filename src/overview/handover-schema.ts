import type { Static } from 'typebox';
import { eventSchema, type FrameSchema } from '../live/frames-schema.ts';
import {
  count,
  id,
  nullable,
  optional,
  record,
  string,
  text,
  time,
  timestamp,
} from '../platform/schema/primitives.ts';
import { Person } from '../response/schema/response.ts';

const MAX_NOTE_LENGTH = 2000;

const HandoverSummary = record('HandoverSummary', "What happened to the ward's patients in the shift", {
  falls: count('Number of falls of level POTENTIAL and above since the shift began', 1),
  openAlerts: count('Number of unresolved falls', 0),
  silentDevices: count('Number of wearables that are silent', 2),
  lowBatteries: count('Number of wearables with a low battery', 1),
});

/** docs/home.md, "Handover". */
export const Handover = record('Handover', 'Handover of a ward to the next shift', {
  note: nullable(string('Note to the next shift; null before the first handover', 'Room 12 slept badly')),
  by: nullable(Person, 'Author; null before the first handover, and if the account was deleted'),
  at: nullable(timestamp('Time at which it was written; null before the first handover')),
  confirmedBy: nullable(Person, 'User who confirmed it for the next shift; null until then'),
  summary: HandoverSummary,
});

export const NewHandover = record('NewHandover', 'New handover', {
  note: text(MAX_NOTE_LENGTH, 'Note to the next shift', 'Room 12 slept badly'),
});

export const HandoverConfirmation = record('HandoverConfirmation', 'Confirmation of a handover', {
  at: optional(
    time(
      'Time of the handover that was read; 409 if another one has replaced it meanwhile',
      '2026-03-01T14:00:00Z',
    ),
  ),
});

export const PinnedHandover = record('PinnedHandover', 'Handover that is not confirmed yet', {
  wardId: id('ID of the ward'),
  wardName: string('Name of the ward', 'Ground floor'),
  ...Handover.properties,
});

/** Without the note: an event stays in the log of a caregiver who has left the ward. */
const HandoverChange = record('HandoverChange', 'Handover that was written or confirmed', {
  wardId: id('ID of the ward'),
  by: Handover.properties.by,
  at: timestamp('Time at which it was written'),
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
