// Writes phone numbers and pagers into the service's database, as the API would after their codes.
import type { Caregiver } from '../caregivers.ts';
import { withDatabase } from '../seed.ts';

export type NumberKind = 'sms' | 'call' | 'pager';

let given = 0;

/** Gives each caregiver one number for all these kinds; returns the caregivers' ids by number. */
export async function addNumbers(
  databaseUrl: string,
  caregivers: readonly Caregiver[],
  kinds: readonly NumberKind[],
): Promise<ReadonlyMap<string, string>> {
  const digitsOf = new Map(caregivers.map(({ id }) => [id, String(4_915_100_000_000 + given++)]));
  const channels = [...digitsOf].flatMap(([id, digits]) =>
    kinds.map((kind) => ({
      user_id: id,
      kind,
      target: { number: kind === 'pager' ? digits : `+${digits}` },
    })),
  );
  await withDatabase(databaseUrl, (client) =>
    client.query(
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
       SELECT user_id, kind, target, 'POTENTIAL', now(), now()
       FROM jsonb_to_recordset($1::jsonb) AS c (user_id uuid, kind text, target jsonb)`,
      [JSON.stringify(channels)],
    ),
  );
  return new Map([...digitsOf].map(([id, digits]) => [`+${digits}`, id]));
}
