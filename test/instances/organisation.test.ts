import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { killAll } from '../process/child.ts';
import { type Instance, type Pair, startInstance, startPair } from './instances.ts';

describe('the organisation, at two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  before(async () => {
    pair = await startPair({ TIME_ZONE: 'Europe/Berlin', ORGANISATION_NAME: 'St. Anna' });
    admin = await logInAsAdmin(pair.a);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  const at = async (instance: Instance) =>
    (await instance.call('GET', '/admin/organisation', admin)).body.data;
  const put = async (instance: Instance, body: object) => {
    const answer = await instance.call('PUT', '/admin/organisation', { ...admin, body });
    assert.equal(answer.status, 200);
  };

  it('is the same at both as soon as a change is answered', async () => {
    for (let minutes = 1; minutes <= 40; minutes++) {
      const [one, other] = minutes % 2 === 0 ? [pair.a, pair.b] : [pair.b, pair.a];
      await put(one, { responseGoalMinutes: minutes });
      assert.equal((await at(one)).responseGoalMinutes, minutes);
      assert.equal((await at(other)).responseGoalMinutes, minutes);
    }
  });

  it('is the same at both after changes at the same moment', async () => {
    const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns'];
    await Promise.all(
      zones.map((timeZone, index) => put(index % 2 === 0 ? pair.a : pair.b, { timeZone, name: timeZone })),
    );
    const [a, b] = [await at(pair.a), await at(pair.b)];
    assert.deepEqual(a, b);
    assert.equal(a.name, a.timeZone);
  });

  it('stays as it is when an instance starts with other values', async () => {
    await put(pair.a, { name: 'St. Bernhard', timeZone: 'Asia/Kathmandu' });
    const { database, redis } = pair;
    const third = await startInstance({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      TIME_ZONE: 'UTC',
      ORGANISATION_NAME: 'Other',
    });
    assert.deepEqual(await at(third), await at(pair.a));
    assert.equal((await at(third)).timeZone, 'Asia/Kathmandu');
  });
});
