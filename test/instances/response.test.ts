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
/** Of several people: more reports of one are a flood, and told once. */
const PATIENTS = 4;
const PATIENCE_MS = 20_000;

describe('falls and instances that are killed', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let receiver: Receiver;
  let patients: Person[];
  let caregiver: Person;
  /** Requests that were read and not answered, while `isHanging`. */
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
  /** How often the person's webhook heard of each fall, and the feed. */
  function heardOf(path: string): Map<string, number> {
    const heard = new Map<string, number>();
    for (const { path: to, body } of receiver.received) {
      if (to !== path) continue;
      const { fallId } = JSON.parse(body.toString()).data;
      heard.set(fallId, (heard.get(fallId) ?? 0) + 1);
    }
    return heard;
  }
  const allHeard = (falls: readonly string[]) =>
    eventually(
      'all are told',
      () => ['/person', '/feed'].every((path) => falls.every((fall) => heardOf(path).has(fall))),
      PATIENCE_MS,
    );
  const allSent = () =>
    eventually(
      'nothing is left to send',
      async () => (await sql(pair.database.url, `SELECT FROM outbox WHERE state <> 'SENT'`)).length === 0,
      PATIENCE_MS,
    );
  const timesTold = (falls: readonly string[]) =>
    falls.flatMap((fall) => ['/person', '/feed'].map((path) => heardOf(path).get(fall) ?? 0));
  async function kill(instance: Instance): Promise<void> {
    instance.vigil.signal('SIGKILL');
    await instance.vigil.exited;
  }

  it('two of them do many due steps once each', async () => {
    const falls = await Promise.all(
      Array.from({ length: FALLS }, (_, i) => fallOn(i % 2 === 0 ? pair.a : pair.b)),
    );
    await allHeard(falls);
    await allSent();
    assert.deepEqual(new Set(timesTold(falls)), new Set([1]));
    const steps = await sql(pair.database.url, `SELECT FROM response_log WHERE type = 'step'`);
    assert.equal(steps.length, FALLS);
  });

  it('one that is killed while it sends: the other sends it, at most once more', async () => {
    isHanging = true;
    const falls = [await fallOn(pair.a), await fallOn(pair.b), await fallOn(pair.a)];
    await eventually('they are being sent', () => hanging.length === falls.length * 2, PATIENCE_MS);
    await kill(pair.a);
    isHanging = false;
    for (const response of hanging.splice(0)) response.writeHead(204).end();
    await allSent();
    assert.ok(Math.max(...timesTold(falls)) <= 2, String(timesTold(falls)));
  });

  it('all that are killed, right after the fall and while they send: the next one tells of every fall', async () => {
    isHanging = true;
    const sending = [await fallOn(pair.b), await fallOn(pair.b)];
    await eventually('they are being sent', () => hanging.length === sending.length * 2, PATIENCE_MS);
    const last = await fallOn(pair.b);
    await kill(pair.b);
    isHanging = false;
    for (const response of hanging.splice(0)) response.destroy();
    const next = await pair.another();
    await allHeard([...sending, last]);
    await allSent();
    assert.ok(Math.max(...timesTold([...sending, last])) <= 2, String(timesTold([...sending, last])));
    const timeline = await sql(
      pair.database.url,
      `SELECT details ->> 'outcome' AS outcome FROM response_log WHERE fall_id = $1 AND type = 'told' AND person_id = $2`,
      [last, caregiver.id],
    );
    assert.deepEqual(timeline, [{ outcome: 'delivered' }]);
    assert.equal((await next.call('GET', `/falls/${last}`, { token: caregiver.token })).status, 200);
  });
});
