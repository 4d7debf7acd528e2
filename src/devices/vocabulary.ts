/** docs/home.md, "Not worn": at night a wearable may lie on the bedside table. */
export const WAKING_HOURS = { from: '07:00', until: '22:00' } as const;

/** docs/contract.md, "Shake test": how long a test lasts, and how long its readings raise no alert. */
export const SHAKE_TEST_MS = 30_000;

export interface Wearable {
  readonly key: number;
  readonly disabled: boolean;
  readonly lastSeen: Date | null;
  readonly batteryLevel: number | null;
}

const lastSeenAt = ({ lastSeen }: Wearable): number => lastSeen?.getTime() ?? 0;

/** A patient may have several wearables: the one with the latest reading counts as worn. */
export const wornBy = <W extends Wearable>(wearables: readonly W[]): W | undefined =>
  wearables.reduce<W | undefined>(
    (worn, other) => (worn === undefined || lastSeenAt(other) > lastSeenAt(worn) ? other : worn),
    undefined,
  );

/** `1.10.0` is newer than `1.9.3`; a version that does not consist of numbers is compared as text. */
export function isOlderFirmware(reported: string, latest: string): boolean {
  const [a, b] = [reported, latest].map((version) => version.replace(/^v/i, '').split(/[.+-]/)) as [
    string[],
    string[],
  ];
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const [x = '0', y = '0'] = [a[part], b[part]];
    if (x === y) continue;
    const numeric = /^\d+$/.test(x) && /^\d+$/.test(y);
    return numeric ? Number(x) < Number(y) : x < y;
  }
  return false;
}
