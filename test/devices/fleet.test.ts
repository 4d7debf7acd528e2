import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../src/platform/time.ts';
import type { Json } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { admin, app, as } from '../people/started.ts';

/** docs/contract.md, "All wearables". */
describe('the list of all wearables', () => {
  const lastName = `Fleet${randomUUID().slice(0, 8)}`;
  const mac = randomMac();
  let wearer: Person;
  let wardId: string;
  let other: string;
  before(async () => {
    wearer = await signUp(app, 'PATIENT', { firstName: 'Wera', lastName });
    wardId = (await as(admin, 'POST', '/wards', { name: randomUUID() })).body.data.id;
    await as(admin, 'PUT', `/patients/${wearer.id}`, { room: '7 Ω', wardId });
    await stream(app, wearer, { ...resting(mac), battery_level: 55 });
    const registered = await as(admin, 'POST', `/patients/${wearer.id}/devices`, {
      macAddress: randomMac(),
      name: 'Spare',
    });
    other = registered.body.data.id;
  });

  const list = async (query: string): Promise<Json[]> => {
    const { status, body } = await as(admin, 'GET', `/admin/devices?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const idsOf = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => id);

  it('is in the access log of each wearer on it', async () => {
    await list(`search=${lastName}`);
    const { body } = await as(admin, 'GET', `/admin/logs?action=health.read&subjectId=${wearer.id}`);
    assert.ok(body.data.some(({ message }: Json) => message === 'Read the devices of all patients'));
  });

  it('shows the newest report and the wearer, by name, room, MAC address or ward', async () => {
    const [device, ...more] = await list(`search=${mac.toLowerCase()}`);
    assert.equal(more.length, 0);
    assert.deepEqual(
      [device.macAddress, device.status, device.batteryLevel, device.updateAvailable, device.warnings],
      [mac, 'ACTIVE', 55, false, []],
    );
    assert.deepEqual(device.wearer, { id: wearer.id, name: `Wera ${lastName}`, room: '7 Ω', wardId });
    for (const query of [`search=${lastName}`, `wardId=${wardId}`, `search=7+%CF%89&wardId=${wardId}`])
      assert.equal((await list(query)).length, 2, query);
    assert.deepEqual(await list(`wardId=${randomUUID()}`), []);
  });

  it('filters by status, and sorts', async () => {
    const seen = (ms: number) =>
      // The service stores the battery level a few seconds later.
      sql(app.databaseUrl, 'UPDATE devices SET last_seen = $2, battery_level = 55 WHERE mac_address = $1', [
        mac,
        new Date(app.clock.now() - ms),
      ]);
    const ward = `wardId=${wardId}`;
    const [device] = await list(`${ward}&search=${mac}`);
    assert.deepEqual(await idsOf(`${ward}&status=UNREGISTERED`), [other]);
    for (const [status, ms] of [
      ['ACTIVE', 29 * MINUTE_MS],
      ['INACTIVE', 31 * MINUTE_MS],
      ['OFFLINE', 25 * HOUR_MS],
    ] as const) {
      await seen(ms);
      assert.deepEqual(await idsOf(`${ward}&status=${status}`), [device.id], status);
    }
    await as(admin, 'POST', `/admin/devices/${other}/disable`);
    assert.deepEqual(await idsOf(`${ward}&status=DISABLED`), [other]);
    assert.deepEqual(await idsOf(`${ward}&sort=batteryLevel&order=asc`), [device.id, other]);
    for (const bad of ['status=x', 'sort=secret', 'wardId=1', `search=${'x'.repeat(201)}`])
      assert.equal((await as(admin, 'GET', `/admin/devices?${bad}`)).status, 400, bad);
  });
});
