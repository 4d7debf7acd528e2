import type { Alert } from '../api/records.ts';
import { type Answered, api } from '../api/rest.ts';
import { createKeyed } from './keyed.ts';

const newestFirst = (a: Alert, b: Alert): number =>
  a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : a.id < b.id ? -1 : 1;

/** Wearables that are silent or nearly empty: while they do not measure, falls go unnoticed. */
export const deviceAlerts = createKeyed<Alert>(({ id }) => id, newestFirst);

export const isDeviceAlert = ({ fallId, acknowledged }: Alert): boolean => fallId === null && !acknowledged;

export async function acknowledge(id: string): Promise<Answered<Alert>> {
  const answer = await api.post('/caregivers/alerts/{id}/acknowledge', { path: { id }, body: {} });
  if (answer.ok) deviceAlerts.remove(id);
  return answer;
}
