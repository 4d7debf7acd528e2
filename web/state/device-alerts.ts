import { signal } from '@preact/signals';
import type { Alert, TeamDeviceAlert } from '../api/records.ts';
import { api } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { acknowledgeLive } from './connection.ts';
import { createKeyed } from './keyed.ts';
import { user } from './session.ts';

const newestFirst = (a: Alert, b: Alert): number =>
  a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : a.id < b.id ? -1 : 1;

/** Alerts without a fall: offline wearables, low batteries, and floods of reports. */
export const deviceAlerts = createKeyed<Alert>(({ id }) => id, newestFirst);

export const isDeviceAlert = ({ fallId, acknowledged }: Alert): boolean => fallId === null && !acknowledged;

/** For admins: alerts about wearables that no caregiver has acknowledged. They are the caregivers', so an admin only reads them. */
export const teamDeviceAlerts = signal<readonly TeamDeviceAlert[]>([]);

/** Returns the error message, or undefined after success. */
export async function acknowledge(id: string): Promise<string | undefined> {
  // The endpoint is for caregivers; an admin acknowledges over the socket.
  if (user.peek()?.role === 'ADMIN') return acknowledgeLive(id) ? undefined : common.noAnswer;
  const reply = await api.post('/caregivers/alerts/{id}/acknowledge', { path: { id }, body: {} });
  if (!reply.ok) return reply.error;
  deviceAlerts.remove(id);
  return undefined;
}
