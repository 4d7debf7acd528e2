import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMemoryCoordination } from '../../src/coordination/memory.ts';
import { createFanOut } from '../../src/transports/mqtt/fan-out.ts';
import { silentLog } from '../helpers/silent-log.ts';

it('a malformed message of another instance is dropped, and the next is published', async () => {
  const MAC = 'AA:BB:CC:DD:EE:FF';
  const coordination = createMemoryCoordination({ now: Date.now });
  let arrive: (subject: string, text: string) => void = () => {};
  const published: string[] = [];
  createFanOut({
    relay: {
      ...coordination.relay,
      onMessage: (listener) => {
        arrive = listener;
      },
    },
    hasLocalSubscribers: () => true,
    publishLocally: (_topic, payload) => void published.push(payload.toString()),
    isNewHere: () => true,
    log: silentLog(),
  });
  const topic = `devices/${MAC}/presence`;
  for (const text of [
    '',
    '{',
    'null',
    '7',
    '"online"',
    '[]',
    '{}',
    JSON.stringify({ topic, payload: { a: 1 }, audience: 'owner' }),
    JSON.stringify({ topic, payload: 'online' }),
    JSON.stringify({ topic: 'caregivers/somebody/alerts', payload: 'online', audience: 'owner' }),
  ]) {
    arrive(MAC, text);
  }
  assert.deepEqual(published, []);
  arrive(MAC, JSON.stringify({ topic, payload: 'online', audience: 'owner' }));
  assert.deepEqual(published, ['online']);
  await coordination.close();
});
