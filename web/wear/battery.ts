/** The part of the Battery Status API used here; Safari and Firefox lack it. */
interface BatteryManager extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

let manager: BatteryManager | undefined;
let sentAt = Number.NEGATIVE_INFINITY;
let sentLevel: number | undefined;
const EVERY_MS = 60_000;

export function startBattery(): void {
  const { getBattery } = navigator as { getBattery?: () => Promise<BatteryManager> };
  if (manager !== undefined || getBattery === undefined) return;
  getBattery.call(navigator).then(
    (found) => {
      manager = found;
    },
    () => {},
  );
}

/** docs/firmware.md, "Fields and units": the level when it changes, and every minute; charging while it charges. */
export function battery(): { readonly battery_level?: number; readonly charging?: true } {
  if (manager === undefined) return {};
  const level = Math.round(100 * manager.level);
  const now = performance.now();
  const isDue = level !== sentLevel || now >= sentAt + EVERY_MS;
  if (isDue) [sentLevel, sentAt] = [level, now];
  return { ...(isDue && { battery_level: level }), ...(manager.charging && { charging: true }) };
}
