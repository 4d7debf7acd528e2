import { signal } from '@preact/signals';
import { language as shown } from '../text/en/language.ts';
import { type Language, preferredOf } from '../text/languages.ts';

const COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 3600;
const RELOADED = 'language.reloaded';
const DISMISSED = 'language.dismissed';

/**
 * docs/home.md, "Languages": shows the console in this language. Each language is a bundle of its own, so the page
 * reloads if it is in another one; true if it does. The service reads the cookie.
 */
export function showIn(wanted: Language): boolean {
  if (!cookieNames(wanted)) {
    const isSecure = location.protocol === 'https:';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS, and Firefox and Safari lack it.
    document.cookie = `${COOKIE}=${wanted}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }
  if (wanted === shown.code) {
    store(() => sessionStorage, RELOADED, null);
    return false;
  }
  // Once only: the service may lack the language, or the browser may refuse the cookie.
  if (!cookieNames(wanted) || stored(() => sessionStorage, RELOADED) === wanted) return false;
  store(() => sessionStorage, RELOADED, wanted);
  location.reload();
  return true;
}

const cookieNames = (language: Language): boolean =>
  document.cookie.split('; ').includes(`${COOKIE}=${language}`);

/** Another language that the browser's user prefers. */
const preferred = (): Language | undefined => {
  const language = preferredOf(navigator.languages);
  return language === shown.code ? undefined : language;
};

/** The language to offer to a user who has not chosen one. */
export const offered = signal<Language | undefined>(undefined);

/** `chosen`: the language of the account, null for that of the organisation. */
export function offerTo(userId: string, chosen: Language | null): void {
  const isDismissed = stored(() => localStorage, DISMISSED)
    ?.split(' ')
    .includes(userId);
  offered.value = chosen === null && !isDismissed ? preferred() : undefined;
}

export function dismissOffer(userId: string): void {
  offered.value = undefined;
  const before = stored(() => localStorage, DISMISSED);
  store(() => localStorage, DISMISSED, before === null ? userId : `${before} ${userId}`);
}

/** Private windows may have no storage. */
function stored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function store(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Without storage the offer comes again.
  }
}
