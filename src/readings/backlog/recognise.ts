import type { Queryable } from '../../platform/database/database.ts';
import { fingerprintOf, REPETITION_MS } from '../../platform/fingerprint.ts';
import type { Device } from '../registry/device.ts';
import { findRepeatedTimes } from '../store/readings.ts';
import type { BacklogEntry } from './backlog-check.ts';

/** An entry whose key, if it has one, is made out. */
export interface KeyedEntry extends BacklogEntry {
  readonly fingerprint: number | undefined;
}

export const keyed = (device: Device, entries: readonly BacklogEntry[]): KeyedEntry[] =>
  entries.map((entry) => ({
    ...entry,
    fingerprint:
      entry.idempotencyKey === undefined
        ? undefined
        : fingerprintOf(device.macAddress, Buffer.from(entry.idempotencyKey)),
  }));

export const fingerprintsOf = (entries: readonly KeyedEntry[]): number[] =>
  entries.flatMap(({ fingerprint }) => fingerprint ?? []);

/**
 * An entry that was stored before gets the time of the stored one, by which the rest recognises it; an answer was lost, so its
 * fall may not be recorded yet. In time order, each time and each key once.
 */
export async function recognise(
  db: Queryable,
  device: Device,
  entries: readonly KeyedEntry[],
): Promise<readonly KeyedEntry[]> {
  const withKeys = entries.filter(({ fingerprint }) => fingerprint !== undefined);
  const [first, last] = [withKeys[0], withKeys.at(-1)];
  if (first === undefined || last === undefined) return entries;
  const stored = await findRepeatedTimes(db, device.key, fingerprintsOf(withKeys), {
    // The wearer before is none of this one's business.
    since: new Date(Math.max(first.recordedAtUs / 1000 - REPETITION_MS, device.wornSinceMs)),
    until: new Date(last.recordedAtUs / 1000 + REPETITION_MS),
  });
  const keys = new Set<number>();
  const byTime = new Map<number, KeyedEntry>();
  for (const entry of entries) {
    const { fingerprint, recordedAtUs } = entry;
    if (fingerprint !== undefined && keys.has(fingerprint)) continue;
    if (fingerprint !== undefined) keys.add(fingerprint);
    const us = (fingerprint === undefined ? undefined : stored.get(fingerprint)) ?? recordedAtUs;
    byTime.set(us, { ...entry, recordedAtUs: us });
  }
  return [...byTime.values()].sort((a, b) => a.recordedAtUs - b.recordedAtUs);
}
