import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyPages, linksOf } from '../../scripts/package/pages.ts';

test('a package has every page to which one of its pages links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-pages-'));
  try {
    copyPages(folder);
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    assert.ok(pages.includes(join('docs', 'configuration.md')));
    const missing = pages.flatMap((page) =>
      linksOf(page, folder)
        .filter((link) => !existsSync(join(folder, link)))
        .map((link) => `${page} links to ${link}`),
    );
    assert.deepEqual(missing, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
