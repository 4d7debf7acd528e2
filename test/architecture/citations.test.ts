import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { assertNone } from './remedy.ts';

const FOLDERS = [
  ...['src', 'workers', 'web', 'client', 'test', 'loadtest', 'firmware-sim', 'firmware', 'examples'],
  ...['detector', 'scripts', 'sql', 'training'],
].filter((folder) => existsSync(inProject(folder)));
const SOURCE = /\.(ts|tsx|mjs|sh|py|sql|c|h)$/;
/** Databases identify applied migrations by checksum, so not even their comments may change. */
const LAST_RELEASED_MIGRATION = 49;
const THIS_FILE = join('test', 'architecture', 'citations.test.ts');

const CITATION = /\bdocs\/([\w-]+\.md), "([^"]+)"/g;
/** Documents that comments cited while the rules lived outside the repository. */
const ELSEWHERE =
  /\b[Cc]ontract, (?:section|\d)|\b[Dd]ecisions(?:, |\.md)|\bservice-api\b|(?:\*\*|\/\/|\() ?Response, /;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter(
      (file) =>
        SOURCE.test(file) &&
        !file.includes('node_modules') &&
        file !== THIS_FILE &&
        !isReleasedMigration(file),
    ),
).map((file) => ({ file, text: unwrapped(readFileSync(inProject(file), 'utf8')) }));

function isReleasedMigration(file: string): boolean {
  return file.startsWith('sql') && Number.parseInt(file.slice('sql/'.length), 10) <= LAST_RELEASED_MIGRATION;
}

/** A citation may continue on the next line of the comment. */
function unwrapped(text: string): string {
  return text.replace(/\n\s*(?:\*|\/\/|--|#)(?!\/) ?/g, ' ');
}

function headingsOf(document: string): readonly string[] {
  const text = readFileSync(inProject('docs', document), 'utf8').replace(/^```.*?^```/gms, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

test('every heading that a comment cites is in its document', () => {
  const headings = new Map<string, readonly string[]>();
  const cited = sources.flatMap(({ file, text }) =>
    [...text.matchAll(CITATION)].map(([, document = '', heading = '']) => ({ file, document, heading })),
  );
  assert.ok(cited.length > 50, 'the search finds citations');
  for (const { document } of cited) headings.set(document, headings.get(document) ?? headingsOf(document));
  const missing = cited.filter(({ document, heading }) => !headings.get(document)?.includes(heading));
  assertNone(missing, 'Cite a heading that the document has, or add the rule there under this heading.');
});

test('no comment cites a page that is not in the repository', () => {
  const strays = sources.filter(({ text }) => ELSEWHERE.test(text)).map(({ file }) => file);
  assertNone(strays, 'Cite a page of docs/, or write the reason itself.');
});
