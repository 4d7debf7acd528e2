import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { DeliveryResult } from '../channels/channel.ts';
import { laneOf } from '../outbox/lanes.ts';
import type { StoredMessage } from '../outbox/stored-message.ts';
import { endTest, insertTest, testAttempt } from './queued-test-store.ts';
import type { NotificationChannel } from './store.ts';

const POLL_MS = 50;
const TIMEOUT_MS = 10 * SECOND_MS;

const failed = (error: string): DeliveryResult => ({ delivered: false, status: null, error });

export const testToQueue = (at: Date): StoredMessage => ({
  type: 'test',
  fallId: null,
  patientId: null,
  patientName: null,
  patientRoom: null,
  level: null,
  content: { about: 'test' },
  isReminder: false,
  response: null,
  timestamp: at,
  claimable: false,
});

/** For kinds that one instance sends: through the outbox, so that the client may call any instance. */
export async function queueTest(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { id: channelId, userId: personId, kind, target }: NotificationChannel,
): Promise<DeliveryResult> {
  const at = new Date(now());
  const id = await insertTest(
    db,
    { channelId, personId, lane: laneOf(kind, target), message: testToQueue(at) },
    at,
  );
  if (id === undefined) return failed('could not be queued');
  try {
    const deadline = performance.now() + TIMEOUT_MS;
    while (performance.now() < deadline) {
      await delay(POLL_MS);
      const result = await testAttempt(db, id);
      if (result !== undefined) return result;
    }
    return failed('no answer in time');
  } finally {
    await endTest(db, id);
  }
}
