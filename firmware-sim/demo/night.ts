import type { components } from '../../client/api.ts';
import type { Api } from '../api.ts';
import type { Home } from '../home/home.ts';
import { setRosters } from '../home/rosters.ts';

/** Much faster than a real policy, so that the demo shows the escalation. */
const QUICK_POLICY: components['schemas']['EscalationPolicy'] = {
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
const ADMIN_PHONE = 'admin';

/**
 * Sets up the escalation, the phones and the rosters. At night the leads are at home: their phones ring at the second step.
 */
export async function arrangeNight(api: Api, adminToken: string, home: Home, phones: string): Promise<void> {
  const admin = api.as(adminToken);
  await admin.put('/admin/escalation', { body: QUICK_POLICY });
  await replaceChannel(api, adminToken, { kind: 'webhook', url: `${phones}/${ADMIN_PHONE}` });
  for (const { id, token } of home.caregivers)
    await replaceChannel(api, token, { kind: 'ntfy', url: phones, topic: id });
  await setRosters(api, adminToken, home, Date.now());
}

/** A demo that continues on another day has a receiver with another address. */
async function replaceChannel(api: Api, token: string, body: components['schemas']['NewChannel']) {
  const owner = api.as(token);
  const { data } = await owner.get('/profile/channels');
  for (const { id } of data) await owner.delete('/profile/channels/{id}', { path: { id } });
  await owner.post('/profile/channels', { body });
}
