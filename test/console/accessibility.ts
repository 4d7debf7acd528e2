import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const LEVELS = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] } as const;
/** No level asks for it: a screen reader jumps from landmark to landmark, and misses what is outside of them. */
const LANDMARKS = { region: { enabled: true } } as const;
/** The rules among them whose result depends on the theme. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Expects no violations of WCAG 2.2 AA, or with `coloursOnly` none of its rules on colours. */
export async function checkAccessibility(page: Page, coloursOnly = false): Promise<void> {
  // Loading it takes as long as half of the rules: once for each document.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const options = {
    runOnly: coloursOnly ? COLOURS : LEVELS,
    rules: coloursOnly ? {} : LANDMARKS,
    resultTypes: ['violations'],
  };
  const violations = await page.evaluate<readonly Violation[]>(
    // Further down, the sticky bar may cover half of a target.
    `scrollTo(0, 0); axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  assert.deepEqual(found, []);
}
