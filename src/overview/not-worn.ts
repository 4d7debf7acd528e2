import type { Queryable } from '../platform/database/database.ts';

/** docs/home.md, "Not worn": the wearables among these that nobody wears, by id. */
export const notWornAmong = async (
  q: Queryable,
  wearables: readonly ({ readonly id: string } | undefined)[],
): Promise<ReadonlySet<string>> =>
  new Set(
    await q.column<string>(
      `SELECT device_id AS id FROM device_conditions_public WHERE type = 'DEVICE_NOT_WORN' AND device_id = ANY($1)`,
      [wearables.flatMap((wearable) => wearable?.id ?? [])],
    ),
  );
