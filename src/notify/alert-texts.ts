import type { FallLevel } from './levels.ts';
import { type DeviceContent, type FallContent, minutesAgoOf } from './texts/content.ts';
import { en } from './texts/en.ts';
import { headlineOf } from './texts/index.ts';

// The `message` of alerts in the API, in English like every text of the API (docs/home.md, "Languages"). Notifications and
// the console have their own texts, in the language of the reader.

export const fallMessage = (
  { level, patientName, at }: { level: FallLevel; patientName: string; at: Date },
  now: number,
): string => headlineOf(en, { patientName, level, source: 'REPORT', minutesAgo: minutesAgoOf(at, now) });

/** The wearer called for help. */
export const helpMessage = en.headlines.help;

/** The patient showed no sign of life in the window of their check-in. */
export const checkInMessage = en.headlines.checkIn;

export const floodMessage = en.flood.title;

export const unreachableMessage = (fall: FallContent): string => en.unreachable.title(headlineOf(en, fall));

export const deviceMessage = ({ condition, ...words }: DeviceContent): string => en.devices[condition](words);
