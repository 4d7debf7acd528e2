import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { databaseName } from '../../src/app/database-name.ts';
import {
  differenceToRunning,
  noteDatabase,
  requireDatabaseOfRunning,
} from '../../src/app/running-database.ts';

const embeddedIn = (dataDir: string) => ({ databaseUrl: undefined, dataDir });
const at = (databaseUrl: string) => ({ databaseUrl, dataDir: '/unused' });

describe('the name of the database', () => {
  it('is its folder, or its name, hosts and ports', () => {
    assert.equal(
      databaseName(embeddedIn('/var/lib/vigil')),
      'embedded PostgreSQL in /var/lib/vigil/postgres',
    );
    for (const [url, name] of [
      ['postgres://u:hush@db.example.org/home', 'PostgreSQL home on db.example.org:5432'],
      ['postgresql://u:hush@[::1]:6000/a%20b?sslmode=require', 'PostgreSQL a b on [::1]:6000'],
      ['postgres://u:hush@one:1,two/home', 'PostgreSQL home on one:1, two:5432'],
      ['postgres:///home?host=/run/postgresql&password=hush', 'PostgreSQL home on /run/postgresql'],
      ['postgres://%2Frun%2Fpg/home', 'PostgreSQL home on /run/pg'],
      ['postgres://vigil:hush@db', 'PostgreSQL vigil on db:5432'],
    ] as const)
      assert.equal(databaseName(at(url)), name);
  });
});

describe('a command beside a running service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-running-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('names the setting by which its database differs from that of the service', async () => {
    const difference = (config: ReturnType<typeof at> | ReturnType<typeof embeddedIn>) =>
      differenceToRunning(config, folder);
    assert.equal(await difference(embeddedIn('/one')), undefined, 'no service runs');
    await noteDatabase(at('postgres://u:hush@db/home'), folder);
    assert.equal(await difference(at('postgres://other:password@db/home')), undefined);
    assert.match(
      (await difference(embeddedIn('/one'))) ?? '',
      /^DATABASE_URL differs .*: PostgreSQL home on db:5432\. /,
    );
    await noteDatabase(embeddedIn('/one'), folder);
    assert.equal(await difference(embeddedIn('/one/')), undefined);
    assert.match((await difference(embeddedIn('/two'))) ?? '', /^DATA_DIR differs .* in \/one\/postgres\. /);
    assert.match((await difference(at('postgres://db/home'))) ?? '', /^DATABASE_URL differs /);
  });

  it('does not care where no service manager made a folder', async () => {
    await noteDatabase(embeddedIn('/one'), '');
    assert.equal(await differenceToRunning(embeddedIn('/two'), ''), undefined);
    await requireDatabaseOfRunning(embeddedIn('/two'));
  });
});
