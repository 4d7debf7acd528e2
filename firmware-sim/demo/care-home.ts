import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  type Credentials,
  createCaregiver,
  createPatient,
  logIn,
  madeUpPin,
  type Owner,
  type Watcher,
} from '../accounts.ts';
import type { Api } from '../api.ts';
import { nameOf } from '../names.ts';

export interface Caregiver extends Watcher {
  readonly name: string;
  readonly password: string;
  /** For the stations. */
  readonly pin: string;
}

export interface Ward {
  readonly id: string;
  readonly name: string;
  /** Indexes into the caregivers; the first one leads the ward. */
  readonly members: readonly number[];
  readonly patients: readonly Owner[];
}

/**
 * The accounts and wards of the care home. Stored next to the data, so that a demo with its own folder can continue on
 * another day.
 */
export interface CareHome {
  readonly admin: Credentials;
  readonly caregivers: readonly Caregiver[];
  readonly wards: readonly Ward[];
}

const CAREGIVERS: readonly (readonly [string, string])[] = [
  ['Nora', 'Lindt'],
  ['Omar', 'Haddad'],
  ['Petra', 'Schmid'],
  ['Sven', 'Berg'],
];
/** At night one caregiver looks after the whole home. */
export const NIGHT_CAREGIVER = 3;
const WARD_NAMES = ['Ground floor', 'First floor', 'Second floor'];
const PATIENTS_EACH = 4;

export const readHome = (file: string): CareHome | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CareHome) : undefined;

/** Creates four caregivers and three wards with twelve patients at the first run, and loads them later. */
export async function openCareHome(api: Api, admin: Credentials, file: string): Promise<CareHome> {
  const known = readHome(file);
  if (known !== undefined) return arrive(api, known);
  const { token } = await logIn(api, admin);
  const caregivers = await Promise.all(CAREGIVERS.map((name) => hire(api, token, name)));
  const wards = await Promise.all(
    WARD_NAMES.map((name, number) => openWard(api, token, { name, number, caregivers })),
  );
  const home = { admin, caregivers, wards };
  writeFileSync(file, JSON.stringify(home, null, 2), { mode: 0o600 });
  return home;
}

async function hire(api: Api, adminToken: string, name: readonly [string, string]): Promise<Caregiver> {
  const credentials = await createCaregiver(api, adminToken, { email: emailOf(name), name });
  const { account, token } = await logIn(api, credentials);
  const pin = madeUpPin();
  await api.as(token).put('/profile/pin', { body: { pin } });
  return { ...credentials, id: account.id, token, name: name.join(' '), pin };
}

interface NewWard {
  readonly name: string;
  readonly number: number;
  readonly caregivers: readonly Caregiver[];
}

async function openWard(api: Api, adminToken: string, { name, number, caregivers }: NewWard): Promise<Ward> {
  const admin = api.as(adminToken);
  const { id } = (await admin.post('/wards', { body: { name } })).data;
  const members = [number, NIGHT_CAREGIVER];
  for (const member of members) {
    const path = { id, caregiverId: caregivers[member]?.id ?? '' };
    await admin.put('/wards/{id}/caregivers/{caregiverId}', { path, body: { lead: member === number } });
  }
  const leadToken = caregivers[number]?.token ?? '';
  const patients = Array.from({ length: PATIENTS_EACH }, (_, i) => {
    const patient = nameOf(number * PATIENTS_EACH + i);
    // The first digit is the floor.
    const room = `${number + 1}0${i + 1}`;
    return createPatient(api, leadToken, { email: emailOf(patient), name: patient, room, wardId: id });
  });
  return { id, name, members, patients: await Promise.all(patients) };
}

/** Logs everybody in again. */
async function arrive(api: Api, { admin, caregivers, wards }: CareHome): Promise<CareHome> {
  const back = async <Entry extends Credentials>(entry: Entry): Promise<Entry> => ({
    ...entry,
    token: (await logIn(api, entry)).token,
  });
  return {
    admin,
    caregivers: await Promise.all(caregivers.map(back)),
    wards: await Promise.all(
      wards.map(async (ward) => ({ ...ward, patients: await Promise.all(ward.patients.map(back)) })),
    ),
  };
}

export const residentsOf = ({ wards }: Pick<CareHome, 'wards'>): readonly Owner[] =>
  wards.flatMap(({ patients }) => patients);

export const wardOf = ({ wards }: Pick<CareHome, 'wards'>, patientName: string): Ward | undefined =>
  wards.find(({ patients }) => patients.some(({ name }) => name === patientName));

/** The care team of a patient: the members of the ward. */
export const careTeamOf = (home: CareHome, patientName: string): readonly Caregiver[] =>
  (wardOf(home, patientName)?.members ?? []).flatMap((member) => home.caregivers[member] ?? []);

const emailOf = (name: readonly [string, string]): string =>
  `${name.join('.').toLowerCase()}@demo.example.org`;
