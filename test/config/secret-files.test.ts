import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { describeConfig, readConfig, SETTINGS } from '../../src/app/config.ts';
import { ConfigMistakes } from '../../src/platform/config/config.ts';

const SECRET = 'an invented secret of the tests, long enough';

describe('secrets in files', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-secrets-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  function mistakesOf(env: Record<string, string>): string {
    try {
      readConfig(env);
      return '';
    } catch (error) {
      if (error instanceof ConfigMistakes) return error.mistakes.join('\n');
      throw error;
    }
  }

  it('a secret comes from the file that NAME_FILE names, without the line break at its end', () => {
    assert.equal(readConfig({ JWT_SECRET_FILE: file('jwt', `${SECRET}\n`) }).jwtSecret, SECRET);
  });

  it('every secret setting accepts a file, and no other does', () => {
    const missing = join(folder, 'missing');
    for (const row of SETTINGS) {
      const said = mistakesOf({ [`${row.env}_FILE`]: missing });
      if ('secret' in row)
        assert.match(said, new RegExp(`^${row.env}_FILE names a file that cannot be read`), row.env);
      else assert.equal(said, '', row.env);
    }
  });

  it('a value that its setting refuses is reported by the name of the file variable, without the value', () => {
    const said = mistakesOf({ JWT_SECRET_FILE: file('short', 'too short') });
    assert.match(said, /^JWT_SECRET_FILE must have at least 32 characters$/);
  });

  it('an empty, a missing, a huge file and a folder are mistakes', () => {
    assert.match(mistakesOf({ JWT_SECRET_FILE: file('empty', ' \n') }), /names an empty file/);
    assert.match(
      mistakesOf({ JWT_SECRET_FILE: join(folder, 'nothing') }),
      /cannot be read: .*nothing \(ENOENT\)/,
    );
    assert.match(mistakesOf({ JWT_SECRET_FILE: file('huge', 'x'.repeat(70_000)) }), /more than 64 KB/);
    assert.match(mistakesOf({ JWT_SECRET_FILE: folder }), /cannot be read: .*\(EISDIR\)/);
  });

  it('a variable and its file together are a mistake; an empty variable counts as unset', () => {
    const path = file('both', SECRET);
    assert.equal(
      mistakesOf({ JWT_SECRET: SECRET, JWT_SECRET_FILE: path }),
      'JWT_SECRET and JWT_SECRET_FILE are both set: set one of them',
    );
    assert.equal(readConfig({ JWT_SECRET: ' ', JWT_SECRET_FILE: path }).jwtSecret, SECRET);
  });

  it('check-config masks a secret from a file', () => {
    const shown = describeConfig(readConfig({ JWT_SECRET_FILE: file('masked', SECRET) }));
    assert.match(shown, /JWT_SECRET +\*{8}/);
    assert.ok(!shown.includes(SECRET));
  });

  it('the password of the database is added to its URL, whatever characters it has', () => {
    const { databaseUrl } = readConfig({
      DATABASE_URL: 'postgres://vigil@one:5432,two:5432/vigil?sslmode=verify-full',
      DATABASE_PASSWORD_FILE: file('database', 'p@ss:/?#\n'),
    });
    assert.equal(
      databaseUrl,
      'postgres://vigil:p%40ss%3A%2F%3F%23@one:5432,two:5432/vigil?sslmode=verify-full',
    );
  });

  it('a password of the database needs a URL with a user and without a password', () => {
    const sentence = 'DATABASE_PASSWORD needs a DATABASE_URL with a user and without a password';
    for (const url of [
      '',
      'postgres://db/vigil',
      'postgres://vigil:given@db/vigil',
      'postgres://db/vigil?host=a@b',
    ])
      assert.equal(mistakesOf({ DATABASE_URL: url, DATABASE_PASSWORD: 'x' }), sentence, url);
    assert.match(
      mistakesOf({ DATABASE_URL: 'mysql://db', DATABASE_PASSWORD: 'x' }),
      /^DATABASE_URL must be a URL[^\n]*$/,
    );
  });
});
