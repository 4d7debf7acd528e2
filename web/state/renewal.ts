import { effect, signal } from '@preact/signals';
import { api } from '../api/rest.ts';
import { now } from './clock.ts';
import { onFrame } from './connection.ts';
import { session } from './session.ts';

/** Between attempts after a failed renewal. */
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 5 * 60_000;

/** When the session ends for good (SESSION_MAX_DAYS); null while it can be renewed. */
export const endingAt = signal<number | null>(null);

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
}

function forget(): void {
  endsAt = undefined;
  renewAt = undefined;
  endingAt.value = null;
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
  } else {
    renewAt = now.peek() + Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, half(endsAt)));
  }
}

/** docs/contract.md, "Console": the session is renewed at half time for as long as the page is open. */
export function startRenewal(): void {
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
  });
}
