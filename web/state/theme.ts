import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
/** `system` follows the device. */
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const DARK = '(prefers-color-scheme: dark)';
const LIGHT = '(prefers-color-scheme: light)';

export const theme = signal<Theme>(readTheme());

/** Private windows may refuse to keep anything. */
function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((name) => name === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Then for as long as the page is open.
  }
  applyTheme();
}

/**
 * Before anything is drawn. What the stylesheets say for a dark device holds for everybody who wants it dark, and the
 * other way round: so every dark colour stands once, under its media query.
 */
export function applyTheme(): void {
  const chosen = theme.peek();
  document.documentElement.dataset.theme = chosen;
  const holdsFor = (query: string): string => {
    if (chosen === 'system') return query;
    return (query === DARK) === (chosen === 'dark') ? 'all' : 'not all';
  };
  for (const rule of mediaRules()) {
    const query = originals.get(rule) ?? rule.media.mediaText;
    if (query !== DARK && query !== LIGHT) continue;
    originals.set(rule, query);
    rule.media.mediaText = holdsFor(query);
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.media ??= meta.media;
    meta.media = holdsFor(meta.dataset.media);
  }
}

const originals = new Map<CSSMediaRule, string>();

const mediaRules = (): readonly CSSMediaRule[] =>
  [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule),
  );
