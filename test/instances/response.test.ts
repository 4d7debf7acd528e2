import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { killAll } from '../process/child.ts';
import { addChannel, addFeed, setPolicy } from '../response/channels-of.ts';
import { type Instance, type Pair, startPair } from './instances.ts';

const FALLS = 40;
/** Reports of several people: many reports of one are a flood and raise one alert. */
const PATIENTS = 4;
const PATIENCE_MS = 20_000;

describe('falls while instances are killed', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let receiver: Receiver;
  let patients: Person[];
  let caregiver: Person;
  /** Unanswered requests, while `isHanging`. */
  const hanging: ServerResponse[] = [];
  let isHanging = false;
  before(async () => {
    receiver = await startReceiver((response) => {
      if (isHanging) hanging.push(response);
      else response.writeHead(204).end();
    });
    pair = await startPair({ OK_WINDOW_SECONDS: '0', ALLOW_PRIVATE_TARGETS: 'true' });
    const { a } = pair;
    caregiver = await signUp(a, 'CAREGIVER');
    patients = [];
    for (let i = 0; i < PATIENTS; i++) patients.push(await signUp(a));
    for (const patient of patients) await assign(a, caregiver, patient);
    await addChannel(a, caregiver, 'webhook', `${receiver.url}/person`);
    await addFeed(a, `${receiver.url}/feed`, ['fall.raised']);
    await setPolicy(a, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webhook'] }],
      repeats: { everySeconds: 3600, times: 0 },
    });
  });
  after(async () => {
    await killAll();
    await pair?.close();
    await receiver.close();
  });

  let reports = 0;
  const fallOn = async ({ call }: Pick<Instance, 'call'>): Promise<string> => {
    const token = patients[reports++ % PATIENTS]?.token;
    return (await call('POST', '/falls', { token, body: { confidence: 0.95 } })).body.data.id;
  };
  /** Counts how often the caregiver's webhook and the feed received each fall. */
  function receivedBy(path: string): Map<string, number> {
    const received = new Map<string, number>();
    for (const { path: to, body } of receiver.received) {
      if (to !== path) continue;
      const { fallId } = JSON.parse(body.toString()).data;
      received.set(fallId, (received.get(fallId) ?? 0) + 1);
    }
    return received;
  }
  const allReceived = (falls: readonly string[]) =>
    eventually(
      'all falls are sent',
      () => ['/person', '/feed'].every((path) => falls.every((fall) => receivedBy(path).has(fall))),
      PATIENCE_MS,
    );
  const allSent = () =>
    eventually(
      'no message is left to send',
      async () => (await sql(pair.database.url, `SELECT FROM outbox WHERE state <> 'SENT'`)).length === 0,
      PATIENCE_MS,
    );
  const timesNotified = (falls: readonly string[]) =>
    falls.flatMap((fall) => ['/person', '/feed'].map((path) => receivedBy(path).get(fall) ?? 0));
  async function kill(instance: Instance): Promise<void> {
    instance.vigil.signal('SIGKILL');
    await instance.vigil.exited;
  }

  it('have each of many due steps taken once by two instances', async () => {
    const falls = await Promise.all(
      Array.from({ length: FALLS }, (_, i) => fallOn(i % 2 === 0 ? pair.a : pair.b)),
    );
    await allReceived(falls);
    await allSent();
    assert.deepEqual(new Set(timesNotified(falls)), new Set([1]));
    const steps = await sql(pair.database.url, `SELECT FROM response_log WHERE type = 'step'`);
    assert.equal(steps.length, FALLS);
  });

  it('have a message resent by the other instance at most once when the sender is killed', async () => {
    isHanging = true;
    const falls = [await fallOn(pair.a), await fallOn(pair.b), await fallOn(pair.a)];
    await eventually('the messages are in flight', () => hanging.length === falls.length * 2, PATIENCE_MS);
    await kill(pair.a);
    isHanging = false;
    for (const response of hanging.splice(0)) response.writeHead(204).end();
    await allSent();
    assert.ok(Math.max(...timesNotified(falls)) <= 2, String(timesNotified(falls)));
  });

  it('are all notified by the next instance when every instance is killed after the fall or while sending', async () => {
    isHanging = true;
    const sending = [await fallOn(pair.b), await fallOn(pair.b)];
    await eventually('the messages are in flight', () => hanging.length === sending.length * 2, PATIENCE_MS);
    const last = await fallOn(pair.b);
    await kill(pair.b);
    isHanging = false;
    for (const response of hanging.splice(0)) response.destroy();
    const next = await pair.another();
    await allReceived([...sending, last]);
    await allSent();
    assert.ok(Math.max(...timesNotified([...sending, last])) <= 2, String(timesNotified([...sending, last])));
    const timeline = await sql(
      pair.database.url,
      `SELECT details ->> 'outcome' AS outcome FROM response_log WHERE fall_id = $1 AND type = 'told' AND person_id = $2`,
      [last, caregiver.id],
    );
    assert.deepEqual(timeline, [{ outcome: 'delivered' }]);
    assert.equal((await next.call('GET', `/falls/${last}`, { token: caregiver.token })).status, 200);
  });
});
