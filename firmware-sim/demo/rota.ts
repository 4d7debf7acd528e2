import type { components } from '../../client/api.ts';
import { type Api, ServiceError } from '../api.ts';
import type { Caregiver } from './care-home.ts';

/** Much faster than a real policy, so that the demo shows the escalation. */
export const QUICK_POLICY: components['schemas']['EscalationPolicy'] = {
  steps: [
    { afterSeconds: 0, targets: ['on_duty'], channels: ['ntfy'] },
    { afterSeconds: 10, targets: ['assigned'], channels: ['ntfy'] },
    { afterSeconds: 20, targets: ['assigned', 'admins'], channels: ['ntfy', 'webhook'] },
  ],
  repeats: { everySeconds: 15, times: 5 },
};
export const ADMIN_PHONE = 'admin';
const SHIFT_MS = 8 * 3_600_000;
/** The other caregivers are at home; their phones ring at the second step. */
const ON_DUTY = 2;
const ALREADY = 409;

/** The substitute of a busy caregiver: the next one in the list. */
export const standInOf = (caregivers: readonly Caregiver[], number: number): Caregiver | undefined =>
  caregivers[(number + 1) % caregivers.length];

/** Sets up assignments, shifts and notification channels. */
export async function arrangeRota(
  api: Api,
  adminToken: string,
  caregivers: readonly Caregiver[],
  phones: string,
): Promise<void> {
  await api.as(adminToken).put('/admin/escalation', { body: QUICK_POLICY });
  await replaceChannel(api, adminToken, { kind: 'webhook', url: `${phones}/${ADMIN_PHONE}` });
  const until = new Date(Date.now() + SHIFT_MS).toISOString();
  for (const [number, caregiver] of caregivers.entries()) {
    const { token, id } = caregiver;
    await replaceChannel(api, token, { kind: 'ntfy', url: phones, topic: id });
    if (number < ON_DUTY) await api.as(token).post('/caregivers/me/shift', { body: { until } });
    const standIn = standInOf(caregivers, number);
    if (standIn === undefined) continue;
    for (const { id: patientId } of caregiver.patients) await assign(api, adminToken, standIn.id, patientId);
  }
}

/** A demo that continues on another day has a receiver with another address. */
async function replaceChannel(api: Api, token: string, body: components['schemas']['NewChannel']) {
  const owner = api.as(token);
  const { data } = await owner.get('/profile/channels');
  for (const { id } of data) await owner.delete('/profile/channels/{id}', { path: { id } });
  await owner.post('/profile/channels', { body });
}

async function assign(api: Api, token: string, caregiverId: string, patientId: string): Promise<void> {
  await api
    .as(token)
    .post('/caregivers/{id}/patients', { path: { id: caregiverId }, body: { patientId } })
    .catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.status !== ALREADY) throw error;
    });
}
