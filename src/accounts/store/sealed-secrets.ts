import type { Queryable } from '../../platform/database/database.ts';

/** A row with credentials, and what to do with each: `map` by its place, as secret-box.ts binds it. */
export interface SecretRow {
  readonly id: string;
  readonly secrets: readonly { readonly stored: string; readonly place: string }[];
  /** Writes what `change` makes of each; false when the row has changed or gone meanwhile. */
  replace(q: Queryable, change: (stored: string, place: string) => string): Promise<boolean>;
}

/** One page of a table: at most `most` rows after an id, in the order of ids. */
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

/** The tables of this module that hold credentials. */
export const sealedSecrets: readonly SecretPage[] = [secondFactors];

const PAGE_SIZE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Every row that has a credential, table after table, in pages. */
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

/** A second factor's secret is bytes, and sealed it is text in them: both are taken for text of one byte a character. */
export const storedOf = (bytes: Buffer): string => bytes.toString('latin1');
export const bytesOf = (stored: string): Buffer => Buffer.from(stored, 'latin1');

export const secondFactorPlace = (userId: string): string => `second_factors/${userId}/secret`;
