import type { Queryable } from '../../platform/database/database.ts';

/** A row with credentials, each with its `place`, the context that secret-box.ts binds it to. */
export interface SecretRow {
  readonly id: string;
  readonly secrets: readonly { readonly stored: string; readonly place: string }[];
  /** Replaces each credential with the result of `change`; false when the row has changed or was deleted. */
  replace(q: Queryable, change: (stored: string, place: string) => string): Promise<boolean>;
}

/** One page of a table: at most `most` rows after an id, ordered by id. */
export type SecretPage = (q: Queryable, after: string, most: number) => Promise<readonly SecretRow[]>;

const secondFactors: SecretPage = async (q, after, most) => {
  const rows = await q.rows<{ id: string; secret: Buffer }>(
    'SELECT user_id AS id, secret FROM second_factors WHERE user_id > $1 ORDER BY user_id LIMIT $2',
    [after, most],
  );
  return rows.map(({ id, secret }) => {
    const [stored, place] = [storedOf(secret), secondFactorPlace(id)];
    return {
      id,
      secrets: [{ stored, place }],
      replace: async (q, change) =>
        (await q.run('UPDATE second_factors SET secret = $3 WHERE user_id = $1 AND secret = $2', [
          id,
          secret,
          bytesOf(change(stored, place)),
        ])) === 1,
    };
  });
};

/** This module's tables that hold credentials. */
export const sealedSecrets: readonly SecretPage[] = [secondFactors];

const PAGE_SIZE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Every row with a credential, table by table, in pages. */
export async function* secretRows(q: Queryable, tables: readonly SecretPage[]): AsyncGenerator<SecretRow> {
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

/**
 * The column holds bytes: raw bytes, or the text of a sealed secret. Latin-1 maps both to a string, one character per
 * byte.
 */
export const storedOf = (bytes: Buffer): string => bytes.toString('latin1');
export const bytesOf = (stored: string): Buffer => Buffer.from(stored, 'latin1');

export const secondFactorPlace = (userId: string): string => `second_factors/${userId}/secret`;
