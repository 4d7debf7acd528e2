import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createEventLog } from '../../src/live/event-log.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { endStaffNotices, tellStaff } from '../../src/response/staff-notices.ts';
import { purgeStaffNotices, staffNoticesOf } from '../../src/response/store/staff-notices.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createHouse, endpointsOf, type House } from './house.ts';

describe('a notice to leads and admins', () => {
  let house: House;
  before(async () => {
    house = await createHouse();
  });
  after(() => house.close());

  const inMinutes = (minutes: number) => new Date(house.now() + minutes * 60_000);
  const tell = (
    recipients: readonly string[],
    subject: string,
    { title = 'A gap', wardId = null as string | null } = {},
  ) =>
    house.db.transaction(async (q) => {
      const cluster = createMemoryCluster({ now: house.now, log: silentLog() });
      const events = createEventLog({ db: house.db, cluster, now: house.now });
      const told = await tellStaff(
        q,
        {
          recipients,
          kind: 'ROSTER_GAP',
          wardId,
          subject,
          text: { title, body: 'Please help.' },
          shownUntil: inMinutes(60),
        },
        new Date(house.now()),
      );
      await events.append(q, told);
      return told;
    });
  const linesOf = async (person: string, minutes = 0) =>
    (await staffNoticesOf(house.db, person, inMinutes(minutes), 10)).map(({ title }) => title);

  it('is an event, a line on the board and a push for each active recipient, once', async () => {
    const lead = await house.person('CAREGIVER', 'Lea');
    const admin = await house.person('ADMIN', 'Ada');
    const former = await house.person('CAREGIVER', 'Fay');
    await house.db.run(`UPDATE users SET status = 'inactive' WHERE id = $1`, [former]);
    await house.channel(lead);
    await house.channel(former);
    const told = await tell([lead, admin, former, lead], 'one');
    assert.deepEqual(told.map(({ recipientId }) => recipientId).sort(), [lead, admin].sort());
    assert.deepEqual([...new Set(told.map(({ type }) => type))], ['notice']);
    await house.settle();
    assert.deepEqual(endpointsOf(house.sent), [lead]);
    assert.equal(house.sent[0]?.message.title, 'A gap');
    assert.deepEqual(await linesOf(lead), ['A gap']);
    assert.deepEqual(await linesOf(former), []);
  });

  it('replaces the earlier one about the same subject, and ends', async () => {
    const lead = await house.person('CAREGIVER');
    await tell([lead], 'two', { title: 'Tomorrow' });
    await tell([lead], 'two', { title: 'Now' });
    await tell([lead], 'three', { title: 'Another' });
    assert.deepEqual((await linesOf(lead)).sort(), ['Another', 'Now']);
    await endStaffNotices(house.db, ['two']);
    assert.deepEqual(await linesOf(lead), ['Another']);
    assert.deepEqual(await linesOf(lead, 60), []);
    await purgeStaffNotices(house.db, inMinutes(61), 10);
    assert.deepEqual(await linesOf(lead), []);
  });

  it('is not sent to a caregiver who has left the ward meanwhile', async () => {
    const ward = '7c1e2d3f-0000-4000-8000-000000000001';
    await house.db.run(`INSERT INTO wards (id, name, created_at) VALUES ($1, 'Ward 1', now())`, [ward]);
    const [stays, leaves] = [await house.person('CAREGIVER'), await house.person('CAREGIVER')];
    for (const person of [stays, leaves]) {
      await house.channel(person);
      await house.db.run(
        'INSERT INTO ward_members (ward_id, caregiver_id, created_at) VALUES ($1, $2, now())',
        [ward, person],
      );
    }
    house.sent.length = 0;
    await tell([stays, leaves], 'four', { wardId: ward });
    await house.db.run('DELETE FROM ward_members WHERE caregiver_id = $1', [leaves]);
    await house.settle();
    assert.deepEqual(endpointsOf(house.sent), [stays]);
  });
});
