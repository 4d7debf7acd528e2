import type { Api } from '../api.ts';
import { type Home, NIGHT_CAREGIVER, type Ward } from './home.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const NIGHT_HOURS = 8;
const DAY_MS = 86_400_000;

/** Gives each ward a roster of nights and days: a night begins now, whatever the time of day is. */
export async function setRosters(api: Api, adminToken: string, home: Home, now: number): Promise<void> {
  const admin = api.as(adminToken);
  const { timeZone } = (await admin.get('/admin/organisation')).data;
  for (const ward of home.wards) {
    const body = { shifts: shiftsOf(ward, home, timeZone, now) };
    await admin.put('/wards/{id}/roster', { path: { id: ward.id }, body });
  }
}

/** The lead works by day and is at home at night. */
function shiftsOf({ members }: Ward, { caregivers }: Home, timeZone: string, now: number) {
  const start = hourIn(timeZone, now);
  const end = (start + NIGHT_HOURS) % 24;
  const every = { weekdays: EVERY_DAY, from: dayIn(timeZone, now - DAY_MS) };
  const idsOf = (isNight: boolean) =>
    members
      .filter((member) => (member === NIGHT_CAREGIVER) === isNight)
      .flatMap((member) => caregivers[member]?.id ?? []);
  return [
    { ...every, name: 'Night', start: fullHour(start), end: fullHour(end), caregivers: idsOf(true) },
    { ...every, name: 'Day', start: fullHour(end), end: fullHour(start), caregivers: idsOf(false) },
  ];
}

const fullHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const hourIn = (timeZone: string, at: number): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at));

/** As `2026-11-16`, the way Swedish writes a date. */
const dayIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
