import { mapCredentials, type StoredTarget } from '../../notify/channel-secrets.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A row with credentials, and what to do with each: `map` by its place, as secret-box.ts binds it. */
export interface SecretRow {
  readonly id: string;
  readonly secrets: readonly { readonly stored: string; readonly place: string }[];
  /** Writes what `change` makes of each; false when the row has changed or gone meanwhile. */
  replace(q: Queryable, change: (stored: string, place: string) => string): Promise<boolean>;
}

/** At most so many rows behind an id, by id. */
type Page = (q: Queryable, after: string, most: number) => Promise<readonly SecretRow[]>;

const secondFactors: Page = async (q, after, most) => {
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

const webhooks: Page = async (q, after, most) => {
  const rows = await q.rows<{ id: string; stored: string }>(
    'SELECT id, secret AS stored FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2',
    [after, most],
  );
  return rows.map(({ id, stored }) => {
    const place = `webhooks/${id}/secret`;
    return {
      id,
      secrets: [{ stored, place }],
      replace: async (q, change) =>
        (await q.run('UPDATE webhooks SET secret = $3 WHERE id = $1 AND secret = $2', [
          id,
          stored,
          change(stored, place),
        ])) === 1,
    };
  });
};

const channels: Page = async (q, after, most) => {
  const rows = await q.rows<{ id: string; target: StoredTarget }>(
    'SELECT id, target FROM notification_channels WHERE id > $1 ORDER BY id LIMIT $2',
    [after, most],
  );
  return rows.map(({ id, target }) => {
    const secrets: { stored: string; place: string }[] = [];
    const placeOf = (field: string): string => `notification_channels/${id}/${field}`;
    mapCredentials(target, (stored, field) => {
      secrets.push({ stored, place: placeOf(field) });
      return stored;
    });
    return {
      id,
      secrets,
      replace: async (q, change) =>
        (await q.run('UPDATE notification_channels SET target = $3 WHERE id = $1 AND target = $2', [
          id,
          JSON.stringify(target),
          JSON.stringify(mapCredentials(target, (stored, field) => change(stored, placeOf(field)))),
        ])) === 1,
    };
  });
};

const PAGE_SIZE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Every row that has a credential, table after table, in pages. */
export async function* secretRows(q: Queryable): AsyncGenerator<SecretRow> {
  for (const page of [secondFactors, webhooks, channels]) {
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
