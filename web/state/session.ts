import { computed, signal } from '@preact/signals';
import type { CurrentUser, Identity, Organisation, Profile } from '../api/records.ts';
import { type Answered, api, onSessionEnded } from '../api/rest.ts';
import { deviceZone, reader } from '../text/words.ts';
import { connect, disconnect } from './connection.ts';
import { offerTo, showIn } from './language.ts';
import { answerOf } from './passkeys.ts';

export type Session =
  /** Not loaded yet. */
  | { readonly state: 'unknown' }
  /** The service did not reply, or refused because there were too many requests. */
  | { readonly state: 'unreachable'; readonly isLimited: boolean }
  | { readonly state: 'out'; readonly why: 'never' | 'logged out' | 'ended' }
  | { readonly state: 'in'; readonly user: Identity };

export const session = signal<Session>({ state: 'unknown' });

/** The logged-in user. */
export const user = computed(() => (session.value.state === 'in' ? session.value.user : undefined));

/** docs/contract.md, "Second factor": some roles can use nothing else until they have set it up. */
export const lacksSecondFactor = signal(false);

/** docs/contract.md, "Temporary passwords": the user must choose a password before anything else. */
export const mustChangePassword = signal(false);

/** The settings of the home, as GET /me returned them. */
export const organisation = signal<Organisation | undefined>(undefined);

/** Undefined without single sign-on. */
export const ownSignOn = signal<CurrentUser['signOn']>(undefined);

/** The wards of which the user is a member, as GET /me returned them. */
export const ownWards = signal<CurrentUser['wards']>([]);

/** The user's language; null for that of the organisation. */
const ownLanguage = signal<CurrentUser['language']>(null);

/**
 * docs/home.md, "The organisation": times are in its zone, and the console is in the language of the reader. True if the
 * page reloads in another language.
 */
function setReader(): boolean {
  reader.value = { timeZone: organisation.peek()?.timeZone ?? deviceZone() };
  const language = ownLanguage.peek() ?? organisation.peek()?.language;
  return language !== undefined && showIn(language);
}

export function organisationChanged(changed: Organisation): boolean {
  organisation.value = changed;
  return setReader();
}

const UNAUTHENTICATED = 401;
const TOO_MANY_REQUESTS = 429;

function begin(user: CurrentUser): void {
  const { role } = user;
  // The cookie is that of a person's session.
  if (role === 'SERVICE') return;
  lacksSecondFactor.value = user.lacksSecondFactor ?? false;
  mustChangePassword.value = user.mustChangePassword ?? false;
  ownLanguage.value = user.language;
  ownWards.value = user.wards;
  ownSignOn.value = user.signOn;
  if (organisationChanged(user.organisation)) return;
  offerTo(user.id, user.language);
  session.value = { state: 'in', user: { ...user, role } };
  if (!lacksSecondFactor.value && !mustChangePassword.value) openSocket();
}

const openSocket = (): void => connect({ onSessionEnded: endedElsewhere, onRefused: () => void checkRole() });

/** docs/single-sign-on.md, "Console": the service has closed the socket, as it does when the role has changed. */
async function checkRole(): Promise<void> {
  const reply = await api.get('/me');
  if (reply.ok && reply.data.role !== user.peek()?.role) begin(reply.data);
}

/** The session was ended on another device or by a password change, or it expired. */
function endedElsewhere(): void {
  if (session.value.state !== 'in') return;
  disconnect();
  session.value = { state: 'out', why: 'ended' };
}

onSessionEnded(endedElsewhere);

/** The user has set up the second factor: connect now. */
export function secondFactorAdded(): void {
  if (!lacksSecondFactor.peek()) return;
  lacksSecondFactor.value = false;
  openSocket();
}

/** Resumes the session of the cookie, if there is one. */
export async function resume(): Promise<void> {
  const reply = await api.get('/me');
  if (reply.ok) begin(reply.data);
  else if (reply.status === UNAUTHENTICATED) session.value = { state: 'out', why: 'never' };
  else session.value = { state: 'unreachable', isLimited: reply.status === TOO_MANY_REQUESTS };
}

/** `totp`: the second factor's code, required if the service replies 401 with `details.totp`. */
export async function logIn(credentials: {
  readonly email: string;
  readonly password: string;
  readonly totp?: string;
}): Promise<Answered<Identity>> {
  const reply = await api.post('/auth/login', { body: credentials });
  if (!reply.ok) return reply;
  // This reply does not say whether a second factor or a new password is required; GET /me does.
  await resume();
  tabs.postMessage('logged in');
  return reply;
}

/** Undefined if the user chose no passkey, or the browser has none. */
export async function logInWithPasskey(): Promise<Answered<Identity> | undefined> {
  const offered = await api.post('/auth/passkey/options', { body: {} });
  if (!offered.ok) return offered;
  const response = await answerOf(offered.data);
  if (response === undefined) return undefined;
  const reply = await api.post('/auth/passkey', { body: { response } });
  if (!reply.ok) return reply;
  await resume();
  tabs.postMessage('logged in');
  return reply;
}

/** Finishes a login at the provider that needs a password or a code of the account. */
export async function linkAccount(body: {
  readonly password?: string;
  readonly totp?: string;
}): Promise<Answered<Identity>> {
  const reply = await api.post('/auth/oidc/link', { body });
  if (!reply.ok) return reply;
  await resume();
  announceLogin();
  return reply;
}

/** The browser has another session now. */
export const announceLogin = (): void => tabs.postMessage('logged in');

/** Tabs of one browser share a session: login and logout apply to all of them. */
const tabs = new BroadcastChannel('session');
tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
  if (data === 'logged out' && session.peek().state === 'in') leave();
  if (data !== 'logged in') return;
  if (session.peek().state === 'out') void resume();
  else if (session.peek().state === 'in') void follow();
};

/** A new socket says when the new session ends. */
async function follow(): Promise<void> {
  const reply = await api.get('/me');
  if (reply.ok) begin(reply.data);
}

function leave(): void {
  disconnect();
  session.value = { state: 'out', why: 'logged out' };
}

export async function logOut(): Promise<void> {
  leave();
  tabs.postMessage('logged out');
  const reply = await api.post('/auth/logout');
  const url = reply.ok ? reply.data.endSessionUrl : undefined;
  if (url) location.assign(url);
}

/** The user has changed their name, e-mail address or language. */
export function profileChanged({
  firstName,
  lastName,
  email,
  language,
}: Pick<Profile, 'firstName' | 'lastName' | 'email' | 'language'>): void {
  ownLanguage.value = language;
  if (setReader()) return;
  const current = session.peek();
  if (current.state === 'in')
    session.value = { ...current, user: { ...current.user, firstName, lastName, email } };
  if (current.state === 'in') offerTo(current.user.id, language);
}
