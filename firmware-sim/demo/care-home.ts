import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Credentials, logIn } from '../accounts.ts';
import type { Api } from '../api.ts';
import { createHome, type Home } from '../home/home.ts';
import { nameOf } from '../names.ts';
import { createOwnPhone, type OwnPhone, reopenOwnPhone } from './own-phone.ts';

/**
 * The home of the demo with its admin. Stored next to the data, so that a demo with its own folder can continue on another
 * day.
 */
export interface CareHome extends Home {
  readonly admin: Credentials;
  readonly phone: OwnPhone;
}

const RESIDENTS = 12;

/** A home of an earlier version has no phone yet. */
type StoredHome = Omit<CareHome, 'phone'> & { readonly phone?: OwnPhone };

export const readHome = (file: string): StoredHome | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredHome) : undefined;

/** Creates the home with twelve residents at the first run, and loads it later. */
export async function openCareHome(api: Api, admin: Credentials, file: string): Promise<CareHome> {
  const known = readHome(file);
  const home = known === undefined ? await createCareHome(api, admin) : await arrive(api, known);
  const phone =
    home.phone === undefined ? await createOwnPhone(api, home) : await reopenOwnPhone(api, home.phone);
  const opened = { ...home, phone };
  writeFileSync(file, JSON.stringify(opened, null, 2), { mode: 0o600 });
  return opened;
}

async function createCareHome(api: Api, admin: Credentials): Promise<StoredHome> {
  const { token } = await logIn(api, admin);
  const residents = Array.from({ length: RESIDENTS }, (_, i) => {
    const name = nameOf(i);
    return { name, email: emailOf(name) };
  });
  return { admin, ...(await createHome(api, token, { residents, emailOf })) };
}

/** Logs everybody in again. */
async function arrive(api: Api, { admin, caregivers, wards, phone }: StoredHome): Promise<StoredHome> {
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
    ...(phone !== undefined && { phone: { ...phone, patient: await back(phone.patient) } }),
  };
}

const emailOf = (name: readonly [string, string]): string =>
  `${name.join('.').toLowerCase()}@demo.example.org`;
