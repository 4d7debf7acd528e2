import { effect, signal } from '@preact/signals';
import { api } from '../api/rest.ts';
import { now } from './clock.ts';
import { onFrame } from './connection.ts';
import { unanswered } from './falls.ts';
import { session } from './session.ts';
import { goToProvider } from './sign-on.ts';
import { isGuarded } from './unsaved.ts';

/** Between attempts after a failed renewal. */
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 5 * 60_000;

/** Before the end of a session that cannot be renewed: early enough for a busy caregiver. */
const LOG_IN_BEFORE_MS = 10 * 60_000;
/** Nobody has pressed or typed anything for this long. */
const IDLE_MS = 20_000;
/** The session for whose end the console has asked the provider already, by its end. */
const ASKED = 'silent-login';
/** Tabs of a browser share their session: one of them asks. */
const OTHER_TAB = 'silent-login-at';
const OTHER_TAB_MS = 60_000;

/** When the session ends for good (SESSION_MAX_DAYS); null while it can be renewed. */
export const endingAt = signal<number | null>(null);

/** Whether a login at the provider opens the next session (LOGIN_AGAIN). */
export const needsProvider = signal(false);

/** By the service's clock. */
let endsAt: number | undefined;
let renewAt: number | undefined;
let isRenewing = false;

/** Half of the remaining time, which leaves time to retry a failed renewal. */
const half = (end: number): number => (end - now.peek()) / 2;

function learn(end: number): void {
  if (end === endsAt) return;
  endsAt = end;
  renewAt = now.peek() + half(end);
  endingAt.value = null;
  // The provider has just sent the browser back without a session.
  needsProvider.value = sessionStorage.getItem(ASKED) === String(end);
}

function forget(): void {
  endsAt = undefined;
  renewAt = undefined;
  endingAt.value = null;
  needsProvider.value = false;
}

async function renew(): Promise<void> {
  if (isRenewing) return;
  isRenewing = true;
  const reply = await api.session.renew();
  isRenewing = false;
  if (endsAt === undefined) return;
  if (reply.ok) {
    // At its maximum age a renewal no longer extends the session.
    if (Date.parse(reply.data.expiresAt) === endsAt) renewAt = undefined;
    else learn(Date.parse(reply.data.expiresAt));
  } else if (reply.code === 'LOGIN_AGAIN') {
    renewAt = undefined;
    needsProvider.value = true;
  } else {
    renewAt = now.peek() + Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, half(endsAt)));
  }
}

let lastInputAt = 0;

/** Leaving the page for a moment interrupts nobody: no alert, no changes that are not saved, no dialog, no hand on the page. */
const isIdle = (): boolean =>
  unanswered.peek().length === 0 &&
  !isGuarded() &&
  document.querySelector('dialog[open]') === null &&
  !(document.activeElement?.matches('input, textarea, select') ?? false) &&
  Date.now() - lastInputAt >= IDLE_MS;

/** One attempt for each session: without a session there, the provider would send the browser back again and again. */
function logInSilently(end: number): void {
  if (!isIdle() || sessionStorage.getItem(ASKED) === String(end)) return;
  if (Date.now() - Number(localStorage.getItem(OTHER_TAB)) < OTHER_TAB_MS) return;
  sessionStorage.setItem(ASKED, String(end));
  localStorage.setItem(OTHER_TAB, String(Date.now()));
  goToProvider('silent');
}

/** docs/single-sign-on.md, "Console": near its end the page says so, and asks the provider without a question. */
function nearEnd(end: number): void {
  endingAt.value = end;
  logInSilently(end);
}

/** docs/contract.md, "Console": the session is renewed at half time for as long as the page is open. */
export function startRenewal(): void {
  for (const kind of ['pointerdown', 'keydown'] as const)
    addEventListener(kind, () => (lastInputAt = Date.now()), { capture: true, passive: true });
  onFrame('welcome', ({ data }) => {
    if (data.sessionEndsAt !== null) learn(Date.parse(data.sessionEndsAt));
  });
  onFrame('session.ending', async ({ data }) => {
    learn(Date.parse(data.at));
    await renew();
    if (endsAt === Date.parse(data.at)) endingAt.value = endsAt;
  });
  effect(() => {
    const at = now.value;
    if (session.value.state !== 'in') return forget();
    if (renewAt !== undefined && at >= renewAt) void renew();
    if (needsProvider.value && endsAt !== undefined && at >= endsAt - LOG_IN_BEFORE_MS) nearEnd(endsAt);
  });
}
