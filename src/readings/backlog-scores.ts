import { fallLevel } from '../notify/levels.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Unavailable } from '../platform/errors.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { rounded } from './assessed.ts';
import type { BacklogEntry } from './backlog-check.ts';
import { flattenSamples } from './reading-check.ts';
import type { Device } from './registry/device.ts';
import { refillWindow } from './registry/window-refill.ts';
import type { SensorReading } from './schema.ts';
import type { Explanation } from './scoring/explain.ts';
import type { Scoring } from './scoring/scoring.ts';
import { WINDOW_LENGTH } from './scoring/window.ts';
import { readingsBefore } from './store/backlog.ts';
import type { StorableReading } from './store/encoding.ts';
import { forWearer } from './wearer/adjust.ts';

export interface ScoredEntry extends StorableReading {
  readonly body: SensorReading;
  readonly timeMs: number;
  readonly assessment: Explanation | undefined;
}

interface BacklogScoresDeps {
  readonly db: Queryable;
  readonly scoring: Scoring;
}

/** How far back the first entry's window may reach. */
const WINDOW_REACH_MS = 10 * MINUTE_MS;

/**
 * Scores in a separate window, so that the live one stays unchanged; it is first filled with the readings stored
 * before the entries. Entries are scored one after the other: a ring has no room for readings far ahead of the one
 * being scored.
 */
export async function scoreBacklog(
  { db, scoring }: BacklogScoresDeps,
  device: Device,
  entries: readonly BacklogEntry[],
): Promise<ScoredEntry[]> {
  const before = new Date(Math.ceil((entries[0]?.recordedAtUs ?? 0) / 1000));
  const since = new Date(before.getTime() - WINDOW_REACH_MS);
  const seed = await readingsBefore(db, device.key, { since, before, limit: WINDOW_LENGTH });
  const slot = scoring.claimSlot();
  if (slot === undefined) throw new Unavailable('Too many devices are active at once');
  try {
    for (const [number, reading] of seed.entries()) refillWindow(scoring, slot, number, reading);
    const scored: ScoredEntry[] = [];
    for (const entry of entries) {
      const number = seed.length + scored.length;
      scored.push(await scoreEntry(scoring, device, entry, { slot, number }));
    }
    return scored;
  } finally {
    scoring.releaseSlot(slot);
  }
}

async function scoreEntry(
  scoring: Scoring,
  device: Device,
  { reading: body, recordedAtUs }: BacklogEntry,
  { slot, number }: { readonly slot: number; readonly number: number },
): Promise<ScoredEntry> {
  const samples = body.samples ? flattenSamples(body.samples) : undefined;
  const timeMs = Math.floor(recordedAtUs / 1000);
  const confidence = rounded(
    await new Promise<number>((scored) => scoring.score({ slot, number, body, samples, scored }, timeMs)),
  );
  const level = fallLevel(confidence);
  const assessment =
    level === 'NO_FALL' ? undefined : forWearer(scoring.explain({ slot, number }), device.owner, timeMs);
  const lowered = assessment?.wearer && assessment;
  return {
    deviceKey: device.key,
    recordedAtUs,
    timeMs,
    fingerprint: undefined,
    confidence: lowered?.confidence ?? confidence,
    healthScore: device.healthScore(body, lowered?.level ?? level, timeMs),
    samples,
    body,
    assessment,
  };
}
