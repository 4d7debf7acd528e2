import { deviceKeyOf } from '../devices/store/devices.ts';
import type { ReadingsAround } from '../falls/incident-reports/incident-reports.ts';
import { movementHistory } from '../readings/store/history.ts';

/** A reading each second for three minutes, and readings that came twice as fast. */
const MOST_POINTS = 400;

export const readingsAround: ReadingsAround = async (q, { deviceId, wearerId }, range) => {
  const deviceKey = await deviceKeyOf(q, deviceId, wearerId);
  return deviceKey === undefined ? [] : movementHistory(q, { deviceKey, ...range, limit: MOST_POINTS });
};
