import type { components } from '../../client/api.ts';
import type { Api } from '../api.ts';
import { type CareHome, NIGHT_CAREGIVER, type Ward } from './care-home.ts';

/** Much faster than a real policy, so that the demo shows the escalation. */
export const QUICK_POLICY: components['schemas']['EscalationPolicy'] = {
  steps: [
    { afterSeconds: 0, targets: ['on_duty'], channels: ['ntfy'] },
    { afterSeconds: 10, targets: ['assigned', 'ward'], channels: ['ntfy'] },
    {
      afterSeconds: 20,
      targets: ['assigned', 'ward', 'ward_leads', 'admins'],
      channels: ['ntfy', 'webhook'],
    },
  ],
  repeats: { everySeconds: 15, times: null },
};
export const ADMIN_PHONE = 'admin';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const NIGHT_HOURS = 8;
const DAY_MS = 86_400_000;

/** Sets up the escalation, the phones and the rosters: the night begins with the demo, whatever the time of day is. */
export async function arrangeNight(
  api: Api,
  adminToken: string,
  home: Pick<CareHome, 'caregivers' | 'wards'>,
  phones: string,
): Promise<void> {
  const admin = api.as(adminToken);
  await admin.put('/admin/escalation', { body: QUICK_POLICY });
  await replaceChannel(api, adminToken, { kind: 'webhook', url: `${phones}/${ADMIN_PHONE}` });
  for (const { id, token } of home.caregivers)
    await replaceChannel(api, token, { kind: 'ntfy', url: phones, topic: id });
  const { timeZone } = (await admin.get('/admin/organisation')).data;
  for (const ward of home.wards) {
    const body = { shifts: shiftsOf(ward, home, timeZone) };
    await admin.put('/wards/{id}/roster', { path: { id: ward.id }, body });
  }
}

/** The lead works by day and is at home at night: the lead's phone rings at the second step. */
function shiftsOf({ members }: Ward, { caregivers }: Pick<CareHome, 'caregivers'>, timeZone: string) {
  const now = Date.now();
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

/** A demo that continues on another day has a receiver with another address. */
async function replaceChannel(api: Api, token: string, body: components['schemas']['NewChannel']) {
  const owner = api.as(token);
  const { data } = await owner.get('/profile/channels');
  for (const { id } of data) await owner.delete('/profile/channels/{id}', { path: { id } });
  await owner.post('/profile/channels', { body });
}
