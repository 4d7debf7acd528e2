import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { components } from '../client/api.ts';
import type { Api } from './api.ts';
import { nameOf } from './names.ts';
import type { Random } from './random.ts';

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

export interface Crew {
  readonly owners: readonly Owner[];
  /** Undefined if the given credentials are a patient's: falls are then read from the patient's own list. */
  readonly watcher: Watcher | undefined;
  /** Token of an account that may read the wearables' readings. */
  readonly readerToken: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const DEVICES_PER_OWNER = 10;
/** The service allows ten logins in five minutes by default, and each patient takes one. */
const FEW_OWNERS = 3;

export const ownersFor = (devices: number): number =>
  Math.max(Math.ceil(devices / DEVICES_PER_OWNER), Math.min(devices, FEW_OWNERS));

export interface CrewOptions {
  readonly api: Api;
  readonly devices: number;
  readonly credentials: Credentials | undefined;
  readonly random: Random;
}

type Account = components['schemas']['Identity'];

/** Creates or uses a caregiver, and creates patients whom the service assigns to that caregiver. */
export async function openCrew(options: CrewOptions): Promise<Crew> {
  const { api, devices, credentials } = options;
  const tag = randomBytes(4).toString('hex');
  if (credentials === undefined) return withCaregiver(await signUpCaregiver(api, tag), options, tag);
  const { account, token } = await logIn(api, credentials);
  if (account.role === 'CAREGIVER') return withCaregiver({ ...account, token }, options, tag);
  if (account.role === 'ADMIN') {
    const made = await createCaregiver(api, token, {
      email: `sim-${tag}@example.org`,
      name: ['Sim', 'Caregiver'],
    });
    const caregiver = await logIn(api, made);
    return withCaregiver({ ...caregiver.account, token: caregiver.token }, options, tag);
  }
  if (devices > DEVICES_PER_OWNER) {
    throw new Error(
      `A patient may have ${DEVICES_PER_OWNER} devices: use the credentials of a caregiver or an admin.`,
    );
  }
  const name = `${account.firstName} ${account.lastName}`;
  return {
    owners: [{ ...credentials, id: account.id, name, token }],
    watcher: undefined,
    readerToken: token,
  };
}

async function withCaregiver(watcher: Watcher, options: CrewOptions, tag: string): Promise<Crew> {
  const { api, devices, random } = options;
  const owners: Owner[] = [];
  const firstName = random.whole(0, 500);
  for (let i = 0; i < ownersFor(devices); i++) {
    const email = `sim-${tag}-${i + 1}@example.org`;
    owners.push(await createPatient(api, watcher.token, { email, name: nameOf(firstName + i) }));
  }
  return { owners, watcher, readerToken: watcher.token };
}

async function signUpCaregiver(api: Api, tag: string): Promise<Watcher> {
  const { data, token } = await api.as().post('/auth/signup', {
    body: {
      email: `sim-${tag}@example.org`,
      password: madeUpPassword(),
      firstName: 'Sim',
      lastName: 'Caregiver',
      role: 'CAREGIVER',
    },
  });
  return { id: data.id, email: data.email, token };
}

export interface NewPerson {
  readonly email: string;
  readonly name: readonly [string, string];
}

export interface NewResident extends NewPerson {
  readonly room?: string;
  readonly wardId?: string;
}

/** An admin creates the caregiver. The temporary password is replaced, because some services require that first. */
export async function createCaregiver(
  api: Api,
  token: string,
  { email, name }: NewPerson,
): Promise<Credentials> {
  const [firstName, lastName] = name;
  const body = { email, firstName, lastName };
  const { data } = await api.as(token).post('/caregivers', { body });
  const currentPassword = data.temporaryPassword ?? '';
  const session = await logIn(api, { email, password: currentPassword });
  const password = madeUpPassword();
  const change = { currentPassword, newPassword: password, confirmPassword: password };
  await api.as(session.token).put('/profile/password', { body: change });
  return { email, password };
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
