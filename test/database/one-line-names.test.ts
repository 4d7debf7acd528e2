import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { Client } from 'pg';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { createEmptyDatabase } from '../helpers/database.ts';
import { inProject } from '../helpers/project.ts';
import { silentLog } from '../helpers/silent-log.ts';

it('the migration removes line breaks and direction marks from stored names', async (t) => {
  const database = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'vigil-sql-'));
  const client = new Client({ connectionString: database.url });
  t.after(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const before = (await readdir(inProject('sql'))).filter((name) => Number(name.slice(0, 3)) < 18);
  for (const name of before) await cp(inProject('sql', name), join(folder, name));
  await migrate(database.url, silentLog(), { folder });
  await client.connect();
  const insert = (id: number, first: string, last: string, room: string | null) =>
    client.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, room, created_at, updated_at)
       VALUES ($1, $2, 'x', $3, $4, 'PATIENT', $5, now(), now())`,
      [`00000000-0000-4000-8000-00000000000${id}`, `${id}@example.org`, first, last, room],
    );
  await insert(1, 'Anna\r\nBcc: all@example.org', '\u202eevil', '12\u2028B');
  await insert(2, '\u200f', 'Łukasz 渡辺 👩\u200d⚕️', '\n');
  await insert(3, 'Plain', 'Name', null);
  await migrate(database.url, silentLog());
  const { rows } = await client.query('SELECT first_name, last_name, room FROM users ORDER BY id');
  assert.deepEqual(rows.map(Object.values), [
    ['Anna Bcc: all@example.org', 'evil', '12 B'],
    ['?', 'Łukasz 渡辺 👩\u200d⚕️', null],
    ['Plain', 'Name', null],
  ]);
});
