import { setTimeout as delay } from 'node:timers/promises';
import { assign, seedCaregivers } from '../caregivers.ts';
import { sendFall } from '../falls.ts';
import type { RunningRedis } from '../machine/redis.ts';
import type { RunningVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import type { Figures } from '../report.ts';
import { DEVICES_PER_USER, type SeededDevice } from '../seed.ts';
import { eventLogRows, startEngineWork } from './engines.ts';

/** Time for work after the response to a fall: presence, the first escalation step. */
const AFTERWARDS_MS = 1_500;

/** Cost of one fall; each fall has another patient, all in the care of one caregiver. */
export async function costOfFall(
  vigil: RunningVigil,
  databaseUrl: string,
  redis: RunningRedis,
  devices: readonly SeededDevice[],
): Promise<Figures> {
  const falling = devices.filter((_, i) => i % DEVICES_PER_USER === 0);
  doing(`${falling.length} falls`);
  const [caregiver] = await seedCaregivers(databaseUrl, 1);
  if (caregiver === undefined) throw new Error('there is no caregiver');
  await assign(
    databaseUrl,
    falling.map(({ userId }) => ({ caregiverId: caregiver.id, patientId: userId })),
  );
  const before = await eventLogRows(databaseUrl);
  const work = await startEngineWork(databaseUrl, redis);
  for (const device of falling) await sendFall(vigil, device);
  await delay(AFTERWARDS_MS);
  const { walBytes, redisCommands } = await work();
  const rows = (await eventLogRows(databaseUrl)) - before;
  return {
    falls: falling.length,
    'event-log rows each': rows / falling.length,
    'WAL bytes each': walBytes / falling.length,
    'Redis commands each': redisCommands / falling.length,
  };
}
