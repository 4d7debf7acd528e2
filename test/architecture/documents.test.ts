import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { assertNone } from './remedy.ts';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  join('loadtest', 'README.md'),
  join('detector', 'README.md'),
  join('training', 'README.md'),
  ...readdirSync(inProject('docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];
/** A path in backticks that begins with a folder of the repository. */
const PATH =
  /`((?:src|web|client|test|workers|sql|loadtest|firmware-sim|detector|training|scripts|deploy|docs|\.ci)\/[\w./-]*)`/g;

test('every file and folder that a document names exists', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...readFileSync(inProject(document), 'utf8').matchAll(PATH)]
      .filter(([, path = '']) => !existsSync(inProject(path)))
      .map(([, path]) => `${document} names ${path}`),
  );
  assertNone(missing, 'Correct the path in the document.');
});

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const missing = DOCUMENTS.flatMap((document) =>
    [...readFileSync(inProject(document), 'utf8').matchAll(/npm run ([\w:-]+)/g)]
      .filter(([, name = '']) => !Object.hasOwn(scripts, name))
      .map(([, name]) => `${document} names npm run ${name}`),
  );
  assertNone(missing, 'Correct the name in the document, or add the script to package.json.');
});

/** Heading anchors as Markdown renderers generate them. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function anchorsOf(document: string): string[] {
  const text = readFileSync(inProject(document), 'utf8').replace(/^```.*?^```/gms, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

test('every link between documents leads to an existing file and heading', () => {
  const broken = DOCUMENTS.flatMap((document) =>
    [...readFileSync(inProject(document), 'utf8').matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? document : join(dirname(document), path);
        if (!existsSync(inProject(target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      })
      .map(([link]) => `${document}: ${link}`),
  );
  assertNone(broken, 'Correct the link, or its heading after the #.');
});

test('editors indent and wrap as the formatter does', () => {
  const { formatter } = JSON.parse(readFileSync(inProject('biome.json'), 'utf8')) as {
    readonly formatter: {
      readonly indentStyle: string;
      readonly indentWidth: number;
      readonly lineWidth: number;
    };
  };
  const settings = readFileSync(inProject('.editorconfig'), 'utf8').split('[*.md]')[0] ?? '';
  assert.match(settings, new RegExp(`^indent_style = ${formatter.indentStyle}$`, 'm'));
  assert.match(settings, new RegExp(`^indent_size = ${formatter.indentWidth}$`, 'm'));
  assert.match(settings, new RegExp(`^max_line_length = ${formatter.lineWidth}$`, 'm'));
});
