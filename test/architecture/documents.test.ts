import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(inProject('docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];
/** A path in backticks that begins with one of our folders. */
const PATH =
  /`((?:src|web|client|test|workers|sql|loadtest|firmware-sim|scripts|deploy|docs|\.ci)\/[\w./-]*)`/g;

test('every file and folder that a document names exists', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...readFileSync(inProject(document), 'utf8').matchAll(PATH)]
      .filter(([, path = '']) => !existsSync(inProject(path)))
      .map(([, path]) => `${document} names ${path}`),
  );
  assert.deepEqual(missing, []);
});

test('every script of npm that a document names exists', () => {
  const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const missing = DOCUMENTS.flatMap((document) =>
    [...readFileSync(inProject(document), 'utf8').matchAll(/npm run ([\w:-]+)/g)]
      .filter(([, name = '']) => !Object.hasOwn(scripts, name))
      .map(([, name]) => `${document} names npm run ${name}`),
  );
  assert.deepEqual(missing, []);
});
