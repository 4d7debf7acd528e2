import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Reading, randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { killAll } from '../process/child.ts';
import { type Instance, type Pair, startPair } from './instances.ts';

describe('a shake test at two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    pair = await startPair();
    patient = await signUp(pair.a);
    caregiver = await signUp(pair.a, 'CAREGIVER');
    await assign(pair.a, caregiver, patient);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  let uptime = 0;
  const say = (instance: Instance, reading: Reading) =>
    stream(instance, patient, { ...reading, uptime_ms: ++uptime * 1000 });
  const alertsOf = async (): Promise<number> =>
    (await pair.a.call('GET', '/caregivers/alerts', { token: caregiver.token })).body.data.length;

  it('started at one covers the readings that the other takes, and is judged at either', async () => {
    const { a, b, database } = pair;
    const mac = randomMac();
    // Known to both, so that neither loads it after the start.
    await say(a, resting(mac));
    await say(b, resting(mac));
    const { status } = await a.call('POST', `/device/${mac}/shake-test`, { token: caregiver.token });
    assert.equal(status, 201);
    for (let i = 0; i < 6; i++) await say(b, resting(mac));
    for (let i = 0; i < 6; i++) await say(i % 2 ? a : b, violent(mac, { accel_x: (i % 2 ? -50 : 40) + i }));
    assert.equal(await alertsOf(), 0);
    // As if a second had passed between two readings; at real speed the test would take 12 seconds.
    await sql(
      database.url,
      `UPDATE sensor_readings r SET recorded_at = d.shake_tests[1] + n.number * interval '1 second'
       FROM devices d, (SELECT recorded_at, row_number() OVER (ORDER BY recorded_at) AS number FROM sensor_readings
                        WHERE recorded_at > (SELECT shake_tests[1] FROM devices WHERE mac_address = $1)) n
       WHERE d.mac_address = $1 AND r.device_key = d.key AND r.recorded_at = n.recorded_at`,
      [mac],
    );
    for (const instance of [a, b]) {
      const { body } = await instance.call('GET', `/device/${mac}/shake-test`, { token: caregiver.token });
      assert.equal(body.data.state, 'passed', JSON.stringify(body.data));
    }
    const again = await b.call('POST', `/device/${mac}/shake-test`, { token: caregiver.token });
    assert.equal(again.status, 409);
  });

  it('covers a wearable that an instance did not know when the test began', async () => {
    const { a, b } = pair;
    const mac = randomMac();
    await say(a, resting(mac));
    await a.call('POST', `/device/${mac}/shake-test`, { token: caregiver.token });
    await say(b, violent(mac));
    assert.equal(await alertsOf(), 0);
  });

  it('covers no other wearable', async () => {
    await say(pair.b, violent(randomMac()));
    assert.equal(await alertsOf(), 1);
  });
});
