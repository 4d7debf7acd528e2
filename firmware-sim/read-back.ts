import type { Api } from './api.ts';
import type { Random } from './random.ts';
import type { Acknowledged, DeviceTally } from './tally.ts';

/** Whether acknowledged readings can be read back. */
export interface ReadBack {
  readonly devices: number;
  readonly ofDevices: number;
  readonly readings: number;
  readonly missing: readonly { readonly macAddress: string; readonly at: string }[];
}

/** GET /device/:id/readings returns at most this many points. */
const MAX_POINTS = 2000;
/** Values are stored as 4-byte floats, and timestamps are cut to milliseconds on the way. */
const MAGNITUDE_TOLERANCE = 0.01;
const TIME_TOLERANCE_MS = 1;
/** The clocks of the service and of the simulator may differ, for readings that carry the simulator's time. */
const MARGIN_MS = 1_000;

export interface ReadBackOptions {
  readonly api: Api;
  readonly token: string;
  readonly devices: readonly DeviceTally[];
  /** Maximum number of devices to check, chosen at random. */
  readonly most: number;
  readonly random: Random;
}

export async function readBack({ api, token, devices, most, random }: ReadBackOptions): Promise<ReadBack> {
  const spoken = devices.filter(({ acknowledged }) => acknowledged.length > 0);
  const chosen = random.shuffled(spoken).slice(0, most);
  const missing: { macAddress: string; at: string }[] = [];
  let readings = 0;
  for (const { macAddress, acknowledged } of chosen) {
    readings += acknowledged.length;
    const points = await pointsOf(api, token, macAddress, acknowledged);
    for (const { at } of notAmong(points, acknowledged))
      missing.push({ macAddress, at: new Date(at).toISOString() });
  }
  return { devices: chosen.length, ofDevices: spoken.length, readings, missing };
}

async function pointsOf(
  api: Api,
  token: string,
  macAddress: string,
  acknowledged: readonly Acknowledged[],
): Promise<Acknowledged[]> {
  const times = acknowledged.map(({ at }) => at);
  const to = times.reduce((a, b) => Math.max(a, b)) + MARGIN_MS;
  let from = times.reduce((a, b) => Math.min(a, b)) - MARGIN_MS;
  const found = new Map<string, Acknowledged>();
  for (;;) {
    const { data } = await api.as(token).get('/device/{id}/readings', {
      path: { id: macAddress },
      query: { resolution: 'raw', from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    });
    const before = found.size;
    // Pages overlap by the last millisecond: points with the same time and magnitude are the same point.
    for (const { timestamp, accelMagnitude } of data) {
      found.set(`${timestamp} ${accelMagnitude}`, { at: Date.parse(timestamp), magnitude: accelMagnitude });
    }
    const last = data.at(-1);
    if (data.length < MAX_POINTS || last === undefined || found.size === before) return [...found.values()];
    from = Date.parse(last.timestamp);
  }
}

/** Each stored point accounts for one acknowledged reading. */
export function notAmong(points: readonly Acknowledged[], wanted: readonly Acknowledged[]): Acknowledged[] {
  const free = new Map<number, Acknowledged[]>();
  for (const point of points) free.set(point.at, [...(free.get(point.at) ?? []), point]);
  return wanted.filter(({ at, magnitude }) => {
    for (let ms = at - TIME_TOLERANCE_MS; ms <= at + TIME_TOLERANCE_MS; ms++) {
      const there = free.get(ms) ?? [];
      const index = there.findIndex((point) => Math.abs(point.magnitude - magnitude) < MAGNITUDE_TOLERANCE);
      if (index === -1) continue;
      there.splice(index, 1);
      return false;
    }
    return true;
  });
}
