import { patientNow } from '../helpers/patience.ts';
import type { Person } from '../helpers/people.ts';
import { pause } from '../helpers/quiet.ts';
import { resting, send } from '../helpers/readings.ts';
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

/** Sends one reading after the other until stopped; returns the results. */
export function keepSending(instance: Instance, person: Person, mac: string, pauseMs = 50) {
  const statuses: number[] = [];
  let slowestMs = 0;
  let going = true;
  const loop = (async () => {
    for (let uptime_ms = 0; going; uptime_ms++) {
      const from = patientNow();
      statuses.push((await send(instance, person, resting(mac, { uptime_ms }))).status);
      slowestMs = Math.max(slowestMs, patientNow() - from);
      await pause(pauseMs);
    }
  })();
  // It tells `end`: unhandled, it would hide the failure that ended the instance.
  loop.catch(() => {});
  return {
    statuses,
    async end() {
      going = false;
      await loop;
      return { acknowledged: statuses.filter((status) => status === 200).length, slowestMs };
    },
  };
}
