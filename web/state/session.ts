import { computed, signal } from '@preact/signals';
import type { Identity } from '../api/records.ts';
import { type Answered, api, onSessionEnded } from '../api/rest.ts';
import { connect, disconnect } from './connection.ts';

export type Session =
  /** Not asked yet. */
  | { readonly state: 'unknown' }
  /** Asked, but nobody answered. */
  | { readonly state: 'unreachable' }
  | { readonly state: 'out'; readonly why: 'never' | 'logged out' | 'ended' }
  | { readonly state: 'in'; readonly user: Identity };

export const session = signal<Session>({ state: 'unknown' });

/** Whoever is logged in. */
export const user = computed(() => (session.value.state === 'in' ? session.value.user : undefined));

/** docs/contract.md, "Second factor": of some roles nothing is answered before there is one. */
export const lacksSecondFactor = signal(false);

/** docs/contract.md, "Temporary passwords": nothing else is answered before they have chosen their own. */
export const mustChangePassword = signal(false);

const UNAUTHENTICATED = 401;

function begin(
  user: Identity,
  lacking: { readonly lacksSecondFactor?: boolean; readonly mustChangePassword?: boolean } = {},
): void {
  lacksSecondFactor.value = lacking.lacksSecondFactor ?? false;
  mustChangePassword.value = lacking.mustChangePassword ?? false;
  session.value = { state: 'in', user };
  if (!lacksSecondFactor.value && !mustChangePassword.value) connect(endedElsewhere);
}

/** Logged out on another device, the password was changed, or it was simply too long ago. */
function endedElsewhere(): void {
  if (session.value.state !== 'in') return;
  disconnect();
  session.value = { state: 'out', why: 'ended' };
}

onSessionEnded(endedElsewhere);

/** Now there is one: what was refused is asked for again. */
export function gotSecondFactor(): void {
  if (!lacksSecondFactor.peek()) return;
  lacksSecondFactor.value = false;
  connect(endedElsewhere);
}

/** Goes on with the session of the cookie, if there is one. */
export async function resume(): Promise<void> {
  const answer = await api.get('/me');
  if (answer.ok) begin(answer.data, answer.data);
  else if (answer.status === UNAUTHENTICATED) session.value = { state: 'out', why: 'never' };
  else session.value = { state: 'unreachable' };
}

/** `totp`: the code of the second factor, asked for once the password was right (401 with `details.totp`). */
export async function logIn(credentials: {
  readonly email: string;
  readonly password: string;
  readonly totp?: string;
}): Promise<Answered<Identity>> {
  const answer = await api.post('/auth/login', { body: credentials });
  if (!answer.ok) return answer;
  // Whether they may do anything is not in this answer.
  await resume();
  tabs.postMessage('logged in');
  return answer;
}

/** Tabs of one browser have one session: what is done in one counts in all. */
const tabs = new BroadcastChannel('session');
tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
  if (data === 'logged out' && session.peek().state === 'in') leave();
  if (data === 'logged in' && session.peek().state === 'out') void resume();
};

function leave(): void {
  disconnect();
  session.value = { state: 'out', why: 'logged out' };
}

export async function logOut(): Promise<void> {
  leave();
  tabs.postMessage('logged out');
  await api.post('/auth/logout');
}

/** Somebody has changed their own name or address. */
export function renamed({
  firstName,
  lastName,
  email,
}: Pick<Identity, 'firstName' | 'lastName' | 'email'>): void {
  const current = session.peek();
  if (current.state === 'in')
    session.value = { ...current, user: { ...current.user, firstName, lastName, email } };
}
