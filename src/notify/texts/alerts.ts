import type { FallLevel } from '../../platform/fall-levels.ts';
import {
  type DeviceContent,
  type FallContent,
  minutesAgoOf,
  type SensorEvent,
  type SensorSign,
} from './content.ts';
import { en } from './en.ts';
import { headlineOf, signHeadline } from './index.ts';

// The `message` of alerts in the API, in English like every text of the API (docs/home.md, "Languages"). Notifications and
// the console have their own texts, in the language of the reader.

export const fallMessage = (
  {
    level,
    patientName,
    sensorEvent,
    at,
    isTest = false,
  }: {
    level: FallLevel;
    patientName: string;
    sensorEvent: SensorEvent | null;
    at: Date;
    isTest?: boolean;
  },
  now: number,
): string =>
  headlineOf(en, {
    patientName,
    level,
    source: sensorEvent === null ? 'REPORT' : 'SENSOR',
    sensorEvent,
    minutesAgo: minutesAgoOf(at, now),
    isTest,
  });

/** The wearer called for help. */
export const helpMessage = en.headlines.help;

/** The wearer called for help in an emergency that is open or claimed. */
export const helpAgainMessage = en.helpAgain.title;

/** The patient showed no sign of life in the window of their check-in. */
export const checkInMessage = en.headlines.checkIn;

export const floodMessage = en.flood.title;

/** A sensor noticed something that is neither a fall nor a call. */
export const signMessage = (event: SensorSign, patientName: string, minutesAgo: number | null): string =>
  signHeadline(en, event, patientName, minutesAgo);

export const sensorFloodMessage = en.sensorFlood.title;

export const unreachableMessage = (fall: FallContent): string => en.unreachable.title(headlineOf(en, fall));

export const deviceMessage = ({ condition, ...words }: DeviceContent): string => en.devices[condition](words);
