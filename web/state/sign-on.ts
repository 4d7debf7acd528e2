import { signal } from '@preact/signals';
import type { SignOn } from '../api/records.ts';
import { api } from '../api/rest.ts';
import { textOfCode } from '../api/reword.ts';
import { common } from '../text/en/common.ts';
import { login } from '../text/en/login.ts';
import { announceLogin, ownSignOn } from './session.ts';
import { showToast } from './toasts.ts';
import { leavePage } from './unsaved.ts';

/** docs/single-sign-on.md, "Console". The page is left for the provider, so what it must remember is in the tab's storage. */
const STORAGE = 'sign-on';

type Kind = 'login' | 'silent' | 'proof';

interface Left {
  readonly kind: Kind;
  readonly to: string;
}

const OFF: SignOn = { enabled: false, name: null, passwordLogin: true };

/** For the login page; undefined until it is loaded. */
export const signOn = signal<SignOn | undefined>(undefined);

/** Without an answer, the page shows what works without single sign-on. */
export async function loadSignOn(): Promise<void> {
  const reply = await api.get('/auth/oidc');
  signOn.value = reply.ok ? reply.data : OFF;
}

/** What the person calls the provider. */
export const providerName = (): string =>
  signOn.value?.name ?? ownSignOn.value?.name ?? common.sessionEnding.provider;

/** A path of the console; never another origin. */
export const ownPath = (path: string | undefined): string | undefined =>
  path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/login') ? path : undefined;

const here = (): string => ownPath(location.pathname + location.search) ?? '/';

function stored(): Left | undefined {
  try {
    const { kind, to } = JSON.parse(sessionStorage.getItem(STORAGE) ?? '{}') as Partial<Left>;
    const path = ownPath(to);
    return kind === undefined || path === undefined ? undefined : { kind, to: path };
  } catch {
    return undefined;
  }
}

/** Where the login of this tab was meant to lead. */
export const wantedPath = (): string | undefined => stored()?.to;

const QUERIES: Readonly<Record<Kind, string>> = {
  login: '',
  silent: '&silent=true',
  proof: '&reauthenticate=true',
};

/** Marks the way back from the provider: without it, the person has only pressed "Back". */
const BACK = 'signed-on';

/** Leaves the page. The browser comes back to `to`, or to `/login`. */
export function goToProvider(kind: Kind, to: string = here()): void {
  sessionStorage.setItem(STORAGE, JSON.stringify({ kind, to } satisfies Left));
  const returnTo = encodeURIComponent(`${to}${to.includes('?') ? '&' : '?'}${BACK}=true`);
  const url = `/api/auth/oidc/login?returnTo=${returnTo}${QUERIES[kind]}`;
  // The dialog has said what is lost; before any other login the browser asks.
  if (kind === 'proof') leavePage(url);
  else location.assign(url);
}

interface Arrival {
  readonly isBack: boolean;
  /** With which the service sent the browser back to the login page. */
  readonly code: string | null;
}

/** How the page was opened. */
let arrival: Arrival = { isBack: false, code: null };

/** Before the first page is shown. */
export function startSignOn(): void {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  arrival = { isBack: query.has(BACK), code: pathname === '/login' ? query.get('error') : null };
  if (!arrival.isBack) return;
  query.delete(BACK);
  history.replaceState(history.state, '', `${pathname}${query.size > 0 ? `?${query}` : ''}`);
}

/** The login page has said it. */
export function forgetArrival(): void {
  arrival = { isBack: false, code: null };
}

/** A sentence about a login that failed; only texts of our own, because anybody can write the address. */
export const sentenceFor = async (code: string): Promise<string> =>
  (await textOfCode(code)) ?? login.signOn.failed;

/** Once a session is there: says how the way to the provider ended, unless the login page did. */
export async function welcomeBack(): Promise<void> {
  const kind = stored()?.kind;
  const { isBack, code } = arrival;
  forgetArrival();
  sessionStorage.removeItem(STORAGE);
  if (isBack && kind !== 'proof') announceLogin();
  // The banner says that the session ends.
  if (kind === undefined || kind === 'silent') return;
  if (code !== null) showToast(await sentenceFor(code));
  else if (isBack && kind === 'proof') showToast(login.signOn.proved);
}
