import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';

const BATTERY_LOW = 20;

export function batteryOf(level: number | null): string {
  if (level === null) return common.unknown;
  const percent = text.live.percent(level);
  return level < BATTERY_LOW ? text.wearables.low(percent) : percent;
}
