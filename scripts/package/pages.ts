import { cpSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** What a reader begins with. */
const FIRST_PAGES = ['README.md', 'CHANGELOG.md', 'docs/README.md'];
const LINK = /\]\((?!https?:|#)([^)\s#]+)|src="([^"]+)"/g;

/** The files and folders to which a page links. */
export function linksOf(page: string, root = '.'): readonly string[] {
  if (!page.endsWith('.md')) return [];
  const text = readFileSync(join(root, page), 'utf8').replace(/^```.*?^```/gms, '');
  return [...text.matchAll(LINK)].map(([, link, picture = '']) =>
    normalize(join(dirname(page), link ?? picture)),
  );
}

/** Copies the pages, and everything that they link to, as they lie in the repository. */
export function copyPages(into: string): void {
  const copied = new Set<string>();
  const waiting = [...FIRST_PAGES];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (copied.has(page)) continue;
    copied.add(page);
    cpSync(page, join(into, page), { recursive: true });
    waiting.push(...linksOf(page));
  }
}
