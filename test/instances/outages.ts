import { pause } from '../helpers/quiet.ts';
import type { Instance } from './instances.ts';

/** Long enough for everything that waits to time out; OUTAGE_SECONDS=60 for the documented minute. */
const OUTAGE_MS = Number(process.env.OUTAGE_SECONDS ?? 2) * 1000;
export const RECOVERY_MS = 5_000;

/** Waits until an outage that started at this time has lasted long enough. */
export const outlast = (began: number): Promise<void> => pause(Math.max(0, OUTAGE_MS - (Date.now() - began)));

export async function statusOf(instance: Instance): Promise<string> {
  const { body } = await instance.call('GET', '/health');
  return body.status ?? body.data.status;
}
