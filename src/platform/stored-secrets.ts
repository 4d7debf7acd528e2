import type { Database, Queryable } from './database/database.ts';
import { isSealed, type SecretBox } from './secret-box.ts';

/** A row with credentials, each with its `place`, the context that secret-box.ts binds it to. */
interface SecretRow {
  readonly id: string;
  readonly secrets: readonly { readonly stored: string; readonly place: string }[];
  /** Replaces each credential with the result of `change`; false when the row has changed or was deleted. */
  replace(q: Queryable, change: (stored: string, place: string) => string): Promise<boolean>;
}

/** One page of a table: at most `most` rows after an id, ordered by id. */
export type SecretPage = (q: Queryable, after: string, most: number) => Promise<readonly SecretRow[]>;

export interface SecretCounts {
  /** Encrypted by this run. */
  readonly sealed: number;
  /** Already encrypted with the current key. */
  readonly current: number;
  /** Encrypted with a known old key; left unchanged. */
  readonly old: number;
  /** No known key decrypts them; left unchanged. */
  readonly unreadable: number;
}

const isClear = (row: SecretRow): boolean => row.secrets.some(({ stored }) => !isSealed(stored));

/**
 * Encrypts secrets that are stored in clear text; with `rotate` also secrets encrypted with an old key. A row is
 * updated only if it is unchanged since it was read, so several instances can run this at once, and it can be
 * interrupted and repeated.
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
    // A row that changed in the meantime was written by an instance, which encrypts.
    else if (await row.replace(db, reseal)) counts.sealed += 1;
  }
  return counts;
}

const PAGE_SIZE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Every row with a credential, table by table, in pages. */
async function* secretRows(q: Queryable, tables: readonly SecretPage[]): AsyncGenerator<SecretRow> {
  for (const page of tables) {
    let after = BEFORE_ALL;
    for (;;) {
      const rows = await page(q, after, PAGE_SIZE);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE_SIZE) break;
      after = last.id;
    }
  }
}
