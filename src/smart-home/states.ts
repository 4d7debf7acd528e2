import { isUnresolved, lastEventOf, type Resident } from './resident.ts';
import type { StateName } from './topics.ts';

/** The value that Home Assistant reads as unknown. */
const UNKNOWN = 'None';

const onOff = (isOn: boolean): string => (isOn ? 'ON' : 'OFF');

/** docs/smart-home.md, "Entities": the payload of each state. */
export function statesOf(resident: Resident): Readonly<Record<StateName, string>> {
  const { fall, wearable } = resident;
  const { event, at } = lastEventOf(resident);
  const battery = wearable?.batteryLevel ?? null;
  return {
    fall: onOff(isUnresolved(resident)),
    response: fall?.state ?? 'NONE',
    event,
    'event/attributes': JSON.stringify({ at: at?.toISOString() ?? null, level: fall?.level ?? null }),
    wearable: onOff(wearable?.status === 'ACTIVE'),
    battery: battery === null ? UNKNOWN : String(Math.round(battery)),
  };
}
