import { randomBytes } from 'node:crypto';
import {
  type Credentials,
  createPatient,
  logIn,
  madeUpPassword,
  type NewPerson,
  type Owner,
  type Watcher,
} from './accounts.ts';
import type { Api } from './api.ts';
import { createHome, NIGHT_CAREGIVER, residentsOf } from './home/home.ts';
import { setRosters } from './home/rosters.ts';
import { nameOf } from './names.ts';
import type { Random } from './random.ts';

export interface Crew {
  readonly owners: readonly Owner[];
  /** Undefined if the given credentials are a patient's: falls are then read from the patient's own list. */
  readonly watcher: Watcher | undefined;
  /** Token of an account that may read the wearables' readings. */
  readonly readerToken: string;
  /** Names of the wards; empty without the credentials of an admin. */
  readonly wards: readonly string[];
}

const DEVICES_PER_OWNER = 10;
/** The service allows ten logins in five minutes by default, and each patient takes one. */
const FEW_OWNERS = 3;

const ownersFor = (devices: number): number =>
  Math.max(Math.ceil(devices / DEVICES_PER_OWNER), Math.min(devices, FEW_OWNERS));

export interface CrewOptions {
  readonly api: Api;
  readonly devices: number;
  readonly credentials: Credentials | undefined;
  readonly random: Random;
  readonly now: number;
}

/**
 * Creates or uses a caregiver, and creates patients whom the service assigns to that caregiver. An admin creates a home of
 * wards instead: nobody else may.
 */
export async function openCrew(options: CrewOptions): Promise<Crew> {
  const { api, devices, credentials } = options;
  const tag = randomBytes(4).toString('hex');
  if (credentials === undefined) return withCaregiver(await signUpCaregiver(api, tag), options, tag);
  const { account, token } = await logIn(api, credentials);
  if (account.role === 'CAREGIVER') return withCaregiver({ ...account, token }, options, tag);
  if (account.role === 'ADMIN') return withHome(token, options, tag);
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
    wards: [],
  };
}

/** The caregiver of the night receives the alerts of all wards. */
async function withHome(adminToken: string, options: CrewOptions, tag: string): Promise<Crew> {
  const { api, now } = options;
  const home = await createHome(api, adminToken, {
    residents: residentsFor(options, tag),
    emailOf: ([firstName]) => `sim-${tag}-${firstName.toLowerCase()}@example.org`,
    suffix: ` (sim ${tag})`,
  });
  await setRosters(api, adminToken, home, now);
  const watcher = home.caregivers[NIGHT_CAREGIVER];
  return {
    owners: residentsOf(home),
    watcher,
    readerToken: watcher?.token ?? adminToken,
    wards: home.wards.map(({ name }) => name),
  };
}

function residentsFor({ devices, random }: CrewOptions, tag: string): readonly NewPerson[] {
  const firstName = random.whole(0, 500);
  return Array.from({ length: ownersFor(devices) }, (_, i) => ({
    email: `sim-${tag}-${i + 1}@example.org`,
    name: nameOf(firstName + i),
  }));
}

async function withCaregiver(watcher: Watcher, options: CrewOptions, tag: string): Promise<Crew> {
  const owners: Owner[] = [];
  for (const resident of residentsFor(options, tag))
    owners.push(await createPatient(options.api, watcher.token, resident));
  return { owners, watcher, readerToken: watcher.token, wards: [] };
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
