import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, stream } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { fallBetween, fieldsOf } from '../helpers/soft-fall.ts';
import { killAll } from '../process/child.ts';
import { type Instance, type Pair, startPair } from './instances.ts';

describe('what two instances know about a wearer', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let ada: Person;
  let nora: Person;
  before(async () => {
    pair = await startPair();
    ada = await signUp(pair.a);
    nora = await signUp(pair.a, 'CAREGIVER');
    await assign(pair.a, nora, ada);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  const newestFall = async ({ call }: Instance, at: number) => {
    const { body } = await call('GET', `/falls?limit=1`, { token: ada.token });
    const [fall] = body.data;
    assert.ok(fall !== undefined && Date.parse(fall.createdAt) >= at, 'a fall is recorded');
    return (await call('GET', `/falls/${fall.id}`, { token: ada.token })).body.data;
  };
  async function resolveAt(instance: Instance, level: 'POTENTIAL' | 'HIGH', outcome: string) {
    const at = Date.now();
    await stream(instance, ada, blowOf[level](randomMac()));
    const { id } = await newestFall(instance, at);
    const { status } = await instance.call('POST', `/falls/${id}/resolve`, {
      token: nora.token,
      body: { outcome },
    });
    assert.equal(status, 200);
  }
  const detectorAt = async ({ call }: Instance) =>
    (await call('GET', `/patients/${ada.id}/detector`, { token: nora.token })).body.data;
  const soft = fallBetween(0.56, 0.62);
  /** The fall, as a device of this instance sends it. */
  async function softFallAt(instance: Instance, mac: string) {
    const at = Date.now();
    for (const motion of soft) await stream(instance, ada, resting(mac, fieldsOf(motion)));
    return newestFall(instance, at);
  }

  it('is the same within a second, for a device that is in memory already', async () => {
    const mac = randomMac();
    await stream(pair.b, ada, resting(mac));
    for (const instance of [pair.a, pair.b, pair.a, pair.b])
      await resolveAt(instance, 'POTENTIAL', 'FALSE_ALARM');
    assert.equal((await detectorAt(pair.b)).falseAlarms, 4);
    await eventually(
      'the other instance applies what was learned',
      async () => {
        const { assessment } = await softFallAt(pair.b, mac);
        return assessment.wearer?.falseAlarms === 4;
      },
      10_000,
    );
  });

  it('is forgotten at both when one of them resets it', async () => {
    const { status } = await pair.a.call('DELETE', `/patients/${ada.id}/detector`, { token: nora.token });
    assert.equal(status, 200);
    assert.equal((await detectorAt(pair.b)).offset, 0);
    const { assessment } = await softFallAt(pair.b, randomMac());
    assert.equal(assessment.wearer, undefined);
  });
});
