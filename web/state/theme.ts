import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
/** `system` follows the device. */
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const DARK = '(prefers-color-scheme: dark)';
const LIGHT = '(prefers-color-scheme: light)';

export const theme = signal<Theme>(readTheme());

/** Private windows may have no storage. */
function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((name) => name === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage the theme lasts until the page is closed.
  }
  applyTheme();
}

/**
 * Call it before the first render. Rewrites the stylesheets' `prefers-color-scheme` queries to match the chosen theme, so
 * that each dark colour is defined once, under its media query.
 */
export function applyTheme(): void {
  const chosen = theme.peek();
  document.documentElement.dataset.theme = chosen;
  const queryFor = (query: string): string => {
    if (chosen === 'system') return query;
    return (query === DARK) === (chosen === 'dark') ? 'all' : 'not all';
  };
  for (const rule of mediaRules()) {
    const query = originals.get(rule) ?? rule.media.mediaText;
    if (query !== DARK && query !== LIGHT) continue;
    originals.set(rule, query);
    rule.media.mediaText = queryFor(query);
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.media ??= meta.media;
    meta.media = queryFor(meta.dataset.media);
  }
}

const originals = new Map<CSSMediaRule, string>();

const mediaRules = (): readonly CSSMediaRule[] =>
  [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule),
  );
