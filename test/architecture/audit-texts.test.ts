import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { audit as germanAudit } from '../../web/text/de/admin/audit.ts';
import { deliveryErrors } from '../../web/text/de/delivery-errors.ts';
import { inProject } from '../helpers/project.ts';

test('every message of the audit log has a German text', async () => {
  const folders = [
    'accounts',
    'people',
    'notify',
    'response',
    'falls',
    'devices',
    'readings',
    'operations',
    'phones',
    'pagers',
    'morning',
    'overview',
    'test-book',
    'ward-plans',
    'updates',
    'coverage',
    'sign-on',
    'directory',
  ];
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(inProject('src', folder), { recursive: true }))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => inProject('src', folder, file)),
    ),
  );
  const said = new Set<string>();
  for (const file of files.flat()) {
    const source = await readFile(file, 'utf8');
    const lines = source.matchAll(
      /action: ['`][a-z][\w.$'"?: {}-]*['`],[^{}]*?message: (['`])(.+?)\1,?[ \n]/g,
    );
    for (const [, , message = ''] of lines) said.add(message);
    for (const [, what = ''] of source.matchAll(
      /(?:recordHealthRead\((?:[^()]|\(\))*?,\s*|const what = )['`]([^'`]+)['`]/g,
    ))
      said.add(`Read ${what}`);
    for (const [, what = ''] of source.matchAll(/changeOf\((?:'|")(.+?)(?:'|"), body\)/g))
      said.add(`Changed room, x of ${what}`);
  }
  assert.ok(said.size > 70, `${said.size} messages`);
  const untranslated = [...said]
    .map((message) => message.replaceAll(/\$\{state === .+?\}/g, 'Declined'))
    .map((message) => message.replaceAll(/\$\{replacedBy === .+?\}/g, 'Took'))
    .map((message) =>
      message.replaceAll(/\$\{terms\}/g, 'lead until 2026').replaceAll(/\$\{verb\}d/g, 'disabled'),
    )
    .map((message) => message.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '7'))
    .filter((message) => germanAudit.reworded(message) === message);
  const parts = ['message', 'POST /auth/signup: 7', 'Deleted a 7', '7 to somebody else', '7 here'];
  assert.deepEqual(
    untranslated.filter((message) => !parts.includes(message)),
    [],
    'web/text/de/admin/audit.ts',
  );
  for (const message of [
    'Changed steps of a ladder',
    'Deleted a patient',
    'Moved device 7 here',
    'Moved device 7 to somebody else',
  ])
    assert.notEqual(germanAudit.reworded(message), message);
  assert.equal(germanAudit.reworded('Changed room, x of a patient'), 'Bewohner geändert: Zimmer, x');
  assert.equal(
    germanAudit.reworded('GET /patients/:id: This patient is not assigned to you'),
    'GET /patients/:id: Dieser Bewohner ist nicht zugeordnet',
  );
  assert.equal(germanAudit.reworded('Wrong password (MQTT)'), 'Falsches Passwort (MQTT)');
  assert.equal(germanAudit.reworded('Something new: 7'), 'Something new: 7');
  for (const error of ['answered 503', 'failed with ECONNREFUSED', 'gave no answer within 10 s'])
    assert.notEqual(deliveryErrors.reworded(error), error);
});
