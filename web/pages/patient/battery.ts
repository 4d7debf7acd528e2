import { isBatteryLow } from '../../state/board-person.ts';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';

export function batteryOf(level: number | null): string {
  if (level === null) return common.unknown;
  const percent = text.live.percent(level);
  return isBatteryLow({ batteryLevel: level }) ? text.wearables.low(percent) : percent;
}
