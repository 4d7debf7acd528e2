import type { Database } from '../platform/database/database.ts';
import { isSealed, type SecretBox } from '../platform/secret-box.ts';
import { type SecretPage, type SecretRow, secretRows } from './store/sealed-secrets.ts';

export interface SecretCounts {
  /** Encrypted now. */
  readonly sealed: number;
  /** Encrypted with the present key before. */
  readonly current: number;
  /** Encrypted with an old key that is known; left as they are. */
  readonly old: number;
  /** No known key opens them; left as they are. */
  readonly unreadable: number;
}

const isClear = (row: SecretRow): boolean => row.secrets.some(({ stored }) => !isSealed(stored));

/**
 * Encrypts the secrets that are stored in clear text; with `rotate` also those that are encrypted with an old key. Each
 * row is changed only as it was read, so several instances may do it at once, and it may be interrupted and repeated.
 */
export async function sealSecrets(
  db: Database,
  box: SecretBox,
  { tables, rotate }: { readonly tables: readonly SecretPage[]; readonly rotate: boolean },
): Promise<SecretCounts> {
  const counts = { sealed: 0, current: 0, old: 0, unreadable: 0 };
  const reseal = (stored: string, place: string): string => {
    const clear = box.open(stored, place);
    return clear === undefined ? stored : box.seal(clear, place);
  };
  for await (const row of secretRows(db, tables)) {
    const { secrets } = row;
    if (secrets.length === 0) continue;
    const isReadable = secrets.every(({ stored, place }) => box.open(stored, place) !== undefined);
    if (!isReadable) counts.unreadable += 1;
    else if (secrets.every(({ stored }) => box.isCurrent(stored))) counts.current += 1;
    else if (!rotate && !isClear(row)) counts.old += 1;
    // One that was changed meanwhile was written by an instance, which encrypts.
    else if (await row.replace(db, reseal)) counts.sealed += 1;
  }
  return counts;
}
