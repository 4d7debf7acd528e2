import {
  createCaregiver,
  createPatient,
  madeUpPin,
  type NewPerson,
  type Owner,
  type Staff,
} from '../accounts.ts';
import type { Api } from '../api.ts';

export interface Caregiver extends Staff {
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

/** The caregivers and wards of a care home. */
export interface Home {
  readonly caregivers: readonly Caregiver[];
  readonly wards: readonly Ward[];
}

const LEADS: readonly (readonly [string, string])[] = [
  ['Nora', 'Lindt'],
  ['Omar', 'Haddad'],
  ['Petra', 'Schmid'],
];
const AT_NIGHT: readonly [string, string] = ['Sven', 'Berg'];
/** At night one caregiver looks after the whole home. */
export const NIGHT_CAREGIVER = LEADS.length;
const WARD_NAMES = ['Ground floor', 'First floor', 'Second floor'];

export interface NewHome {
  /** In the order of the rooms. */
  readonly residents: readonly NewPerson[];
  readonly emailOf: (name: readonly [string, string]) => string;
  /** Follows the names of the wards, which are unique in a service. */
  readonly suffix?: string;
}

/** Creates three wards with a lead each, and a member of all three. */
export async function createHome(api: Api, adminToken: string, options: NewHome): Promise<Home> {
  const { residents, emailOf, suffix = '' } = options;
  const caregivers = await Promise.all(
    [...LEADS, AT_NIGHT].map(async (name) => {
      const staff = await createCaregiver(api, adminToken, { email: emailOf(name), name });
      const pin = madeUpPin();
      await api.as(staff.token).put('/profile/pin', { body: { pin } });
      return { ...staff, pin };
    }),
  );
  const wards = await Promise.all(
    WARD_NAMES.map((name, number) =>
      openWard(api, adminToken, {
        name: name + suffix,
        number,
        caregivers,
        residents: residents.filter((_, i) => wardFor(i, residents.length) === number),
      }),
    ),
  );
  return { caregivers, wards };
}

const wardFor = (resident: number, residents: number): number =>
  Math.floor((resident * WARD_NAMES.length) / residents);

interface NewWard {
  readonly name: string;
  readonly number: number;
  readonly caregivers: readonly Caregiver[];
  readonly residents: readonly NewPerson[];
}

async function openWard(api: Api, adminToken: string, ward: NewWard): Promise<Ward> {
  const { name, number, caregivers, residents } = ward;
  const admin = api.as(adminToken);
  const { id } = (await admin.post('/wards', { body: { name } })).data;
  const members = [number, NIGHT_CAREGIVER];
  for (const member of members) {
    const path = { id, caregiverId: caregivers[member]?.id ?? '' };
    await admin.put('/wards/{id}/caregivers/{caregiverId}', { path, body: { lead: member === number } });
  }
  const leadToken = caregivers[number]?.token ?? '';
  const patients: Owner[] = [];
  for (const resident of residents) {
    // The first digit is the floor.
    const room = `${number + 1}${String(patients.length + 1).padStart(2, '0')}`;
    patients.push(await createPatient(api, leadToken, { ...resident, room, wardId: id }));
  }
  return { id, name, members, patients };
}

export const residentsOf = ({ wards }: Pick<Home, 'wards'>): readonly Owner[] =>
  wards.flatMap(({ patients }) => patients);

export const wardOf = ({ wards }: Pick<Home, 'wards'>, patientName: string): Ward | undefined =>
  wards.find(({ patients }) => patients.some(({ name }) => name === patientName));

/** The care team of a patient: the members of the ward. */
export const careTeamOf = (home: Home, patientName: string): readonly Caregiver[] =>
  (wardOf(home, patientName)?.members ?? []).flatMap((member) => home.caregivers[member] ?? []);
