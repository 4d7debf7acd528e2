import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../helpers/project.ts';

/**
 * A fenced block of a document, identified by its place: "README.md › Start", the second one there "README.md
 * › Start (2)".
 */
export interface Block {
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

/** Blocks to type or to compare with output; pictures and diagrams are neither. */
const LANGUAGES = ['sh', 'js', 'json', 'sql', 'c', 'ts'];

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  join('loadtest', 'README.md'),
  ...readdirSync(inProject('docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

export const blocks: readonly Block[] = DOCUMENTS.flatMap(blocksOf);

function blocksOf(document: string): Block[] {
  const found: Block[] = [];
  const counts = new Map<string, number>();
  let heading = '';
  let open: { readonly language: string; readonly lines: string[] } | undefined;
  for (const line of readFileSync(inProject(document), 'utf8').split('\n')) {
    if (line.startsWith('```')) {
      if (open === undefined) open = { language: line.slice(3), lines: [] };
      else {
        const place = `${document} › ${heading}`;
        const count = (counts.get(place) ?? 0) + 1;
        counts.set(place, count);
        const { language, lines } = open;
        if (LANGUAGES.includes(language))
          found.push({
            place: count === 1 ? place : `${place} (${count})`,
            language,
            text: lines.join('\n'),
          });
        open = undefined;
      }
    } else if (open !== undefined) open.lines.push(line);
    else if (/^#+ /.test(line)) heading = line.replace(/^#+ /, '');
  }
  return found;
}
