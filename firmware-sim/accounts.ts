import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { components } from '../client/api.ts';
import type { Api } from './api.ts';

/** A patient, who owns wearables. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** The caregiver who receives the alerts. */
export interface Watcher {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A caregiver whom an admin has created. */
export interface Staff extends Watcher, Credentials {
  readonly name: string;
}

type Account = components['schemas']['Identity'];

export interface NewPerson {
  readonly email: string;
  readonly name: readonly [string, string];
}

export interface NewResident extends NewPerson {
  readonly room?: string;
  readonly wardId?: string;
}

/** An admin creates the caregiver. The temporary password is replaced, because some services require that first. */
export async function createCaregiver(api: Api, token: string, { email, name }: NewPerson): Promise<Staff> {
  const [firstName, lastName] = name;
  const body = { email, firstName, lastName };
  const { data } = await api.as(token).post('/caregivers', { body });
  const currentPassword = data.temporaryPassword ?? '';
  // The session outlives the change of the password, and logins are limited.
  const session = await logIn(api, { email, password: currentPassword });
  const password = madeUpPassword();
  const change = { currentPassword, newPassword: password, confirmPassword: password };
  await api.as(session.token).put('/profile/password', { body: change });
  return { id: session.account.id, email, password, token: session.token, name: name.join(' ') };
}

/** A caregiver creates the patient and is thereby assigned to them. */
export async function createPatient(
  api: Api,
  token: string,
  { email, name: [firstName, lastName], ...place }: NewResident,
): Promise<Owner> {
  const body = { email, firstName, lastName, ...place, emergencyContact: '+41 44 123 45 67' };
  const { data } = await api.as(token).post('/patients', { body });
  const password = data.temporaryPassword ?? '';
  const session = await logIn(api, { email, password });
  return { id: data.id, name: `${firstName} ${lastName}`, email, password, token: session.token };
}

export async function logIn(
  api: Api,
  { email, password }: Credentials,
): Promise<{ account: Account; token: string }> {
  const { data, token } = await api.as().post('/auth/login', { body: { email, password } });
  return { account: data, token };
}

export const madeUpPassword = (): string => `Sim!7${randomBytes(9).toString('base64url')}`;

/** Six digits, neither all the same nor a run: the service refuses those. */
export const madeUpPin = (): string => `${randomInt(10, 100)}${randomInt(10, 100)}07`;

/** A locally administered address derived from the account, so that runs do not share devices. */
export function macAddressOf(owner: Pick<Owner, 'id'>, device: number): string {
  const digest = createHash('sha256').update(`${owner.id}/${device}`).digest('hex').toUpperCase();
  return ['02', ...(digest.slice(0, 10).match(/../g) ?? [])].join(':');
}
