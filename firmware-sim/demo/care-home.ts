import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Credentials, logIn } from '../accounts.ts';
import type { Api } from '../api.ts';
import { createHome, type Home } from '../home/home.ts';
import { nameOf } from '../names.ts';

/**
 * The home of the demo with its admin. Stored next to the data, so that a demo with its own folder can continue on another
 * day.
 */
export interface CareHome extends Home {
  readonly admin: Credentials;
}

const RESIDENTS = 12;

export const readHome = (file: string): CareHome | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CareHome) : undefined;

/** Creates the home with twelve residents at the first run, and loads it later. */
export async function openCareHome(api: Api, admin: Credentials, file: string): Promise<CareHome> {
  const known = readHome(file);
  if (known !== undefined) return arrive(api, known);
  const { token } = await logIn(api, admin);
  const residents = Array.from({ length: RESIDENTS }, (_, i) => {
    const name = nameOf(i);
    return { name, email: emailOf(name) };
  });
  const home = { admin, ...(await createHome(api, token, { residents, emailOf })) };
  writeFileSync(file, JSON.stringify(home, null, 2), { mode: 0o600 });
  return home;
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

const emailOf = (name: readonly [string, string]): string =>
  `${name.join('.').toLowerCase()}@demo.example.org`;
