import { type Code, validCode } from './code.ts';

const KEY = 'wear.code';

/** The code that this browser keeps, so that a reload needs no new scan. */
export function keptCode(): Code | undefined {
  try {
    return validCode(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}

/** Without storage the page works until it is reloaded. */
export function keepCode(code: Code | undefined): void {
  try {
    if (code === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(code));
  } catch {
    // A private window may have no storage.
  }
}
