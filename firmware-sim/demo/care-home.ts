import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  type Credentials,
  createCaregiver,
  createPatient,
  logIn,
  type Owner,
  type Watcher,
} from '../accounts.ts';
import type { Api } from '../api.ts';
import { nameOf } from '../names.ts';

export interface Caregiver extends Watcher {
  readonly name: string;
  readonly password: string;
  readonly patients: readonly Owner[];
}

const CAREGIVERS: readonly (readonly [string, string])[] = [
  ['Nora', 'Lindt'],
  ['Omar', 'Haddad'],
  ['Petra', 'Schmid'],
];
const PATIENTS_EACH = 4;

/**
 * The accounts of the care home. Stored next to the data, so that a demo with its own folder can continue on another
 * day.
 */
export interface Roll {
  readonly admin: Credentials;
  readonly caregivers: readonly Caregiver[];
}

export const readRoll = (file: string): Roll | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Roll) : undefined;

/** Creates three caregivers and their twelve patients at the first run, and loads them later. */
export async function openCareHome(
  api: Api,
  admin: Credentials,
  file: string,
): Promise<readonly Caregiver[]> {
  const roll = readRoll(file);
  if (roll !== undefined) return Promise.all(roll.caregivers.map((caregiver) => arrive(api, caregiver)));
  const caregivers = await admitEverybody(api, admin);
  writeFileSync(file, JSON.stringify({ admin, caregivers } satisfies Roll, null, 2), { mode: 0o600 });
  return caregivers;
}

async function admitEverybody(api: Api, admin: Credentials): Promise<Caregiver[]> {
  const { token: adminToken } = await logIn(api, admin);
  const caregivers = CAREGIVERS.map(async (name, number) => {
    const credentials = await createCaregiver(api, adminToken, { email: emailOf(name), name });
    const { account, token } = await logIn(api, credentials);
    const patients = Array.from({ length: PATIENTS_EACH }, (_, i) => {
      const patient = nameOf(number * PATIENTS_EACH + i);
      // The first digit is the floor.
      const room = `${number + 1}0${i + 1}`;
      return createPatient(api, token, { email: emailOf(patient), name: patient, room });
    });
    return {
      ...credentials,
      id: account.id,
      token,
      name: name.join(' '),
      patients: await Promise.all(patients),
    };
  });
  return Promise.all(caregivers);
}

async function arrive(api: Api, entry: Caregiver): Promise<Caregiver> {
  const { token } = await logIn(api, entry);
  const patients = await Promise.all(
    entry.patients.map(async (patient) => ({ ...patient, token: (await logIn(api, patient)).token })),
  );
  return { ...entry, token, patients };
}

const emailOf = (name: readonly [string, string]): string =>
  `${name.join('.').toLowerCase()}@demo.example.org`;
