import { isKeyOf } from '../devices/store/devices.ts';
import type { LoadedReadings } from '../operations/backup/folder/load-days.ts';
import { eraseStrays } from '../readings/store/erasures.ts';

/** For days that a restore loads, by the service or by the command. */
export const LOADED_READINGS: LoadedReadings = { isKept: isKeyOf, eraseStrays };
