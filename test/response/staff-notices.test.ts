import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createEventLog } from '../../src/live/event-log.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { boardNoticesOf, endStaffNotices, notifyStaff } from '../../src/response/notices/staff-notices.ts';
import { purgeStaffNotices } from '../../src/response/notices/store.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createHarness, endpointsOf, type Harness } from './harness.ts';

const organisation = {
  readerOf: (language: 'en' | 'de' | null) => ({ timeZone: 'Europe/Berlin', language: language ?? 'en' }),
};

describe('a notice to leads and admins', () => {
  let harness: Harness;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());

  const inMinutes = (minutes: number) => new Date(harness.now() + minutes * 60_000);
  const tell = (
    recipients: readonly string[],
    subject: string,
    { shiftName = 'Night', wardId = null as string | null } = {},
  ) => {
    const cluster = createMemoryCluster({ now: harness.now, log: silentLog() });
    return createEventLog({ db: harness.db, cluster, now: harness.now }).transaction(async (q) => {
      const told = await notifyStaff(
        q,
        {
          recipients,
          wardId,
          subject,
          content: {
            about: 'roster-gap',
            wardName: 'Ward 1',
            shiftName,
            start: '2026-11-16T21:00:00.000Z',
            hasBegun: false,
          },
          shownUntil: inMinutes(60),
        },
        organisation,
        new Date(harness.now()),
      );
      return { result: told, events: told };
    });
  };
  const linesOf = async (person: string, minutes = 0) =>
    (await boardNoticesOf(harness.db, person, organisation, inMinutes(minutes), 10)).map(
      ({ title }) => title,
    );
  const gapOf = (shiftName: string): string =>
    `No caregiver on the roster: Ward 1, ${shiftName}, 16 Nov 2026, 22:00`;

  it('is an event, a line on the board and a push for each active recipient, once', async () => {
    const lead = await harness.person('CAREGIVER', 'Lea');
    const admin = await harness.person('ADMIN', 'Ada');
    const former = await harness.person('CAREGIVER', 'Fay');
    await harness.db.run(`UPDATE users SET status = 'inactive' WHERE id = $1`, [former]);
    await harness.channel(lead);
    await harness.channel(former);
    const told = await tell([lead, admin, former, lead], 'one');
    assert.deepEqual(told.map(({ recipientId }) => recipientId).sort(), [lead, admin].sort());
    assert.deepEqual([...new Set(told.map(({ type }) => type))], ['notice']);
    await harness.settle();
    assert.deepEqual(endpointsOf(harness.sent), [lead]);
    assert.equal(
      harness.sent[0]?.message.title,
      'No caregiver on the roster: Ward 1, Night, 16 Nov 2026, 21:00',
    );
    assert.deepEqual(await linesOf(lead), [gapOf('Night')]);
    assert.deepEqual(await linesOf(former), []);
  });

  it('replaces the earlier one about the same subject, and ends', async () => {
    const lead = await harness.person('CAREGIVER');
    await tell([lead], 'two', { shiftName: 'Day' });
    await tell([lead], 'two', { shiftName: 'Night' });
    await tell([lead], 'three', { shiftName: 'Evening' });
    assert.deepEqual((await linesOf(lead)).sort(), [gapOf('Evening'), gapOf('Night')]);
    await endStaffNotices(harness.db, ['two']);
    assert.deepEqual(await linesOf(lead), [gapOf('Evening')]);
    assert.deepEqual(await linesOf(lead, 60), []);
    await purgeStaffNotices(harness.db, inMinutes(61), 10);
    assert.deepEqual(await linesOf(lead), []);
  });

  it('is in the language of each recipient, on the board also after they change it', async () => {
    const [english, german] = [await harness.person('CAREGIVER'), await harness.person('CAREGIVER')];
    const speak = (language: string) =>
      harness.db.run('UPDATE users SET language = $2 WHERE id = $1', [german, language]);
    await speak('de');
    for (const person of [english, german]) await harness.channel(person);
    harness.sent.length = 0;
    const told = await tell([english, german], 'five');
    const inGerman = 'Keine Pflegekraft im Dienstplan: Ward 1, Night, 16. Nov. 2026, 22:00';
    const titleOf = (person: string) =>
      told.flatMap(({ recipientId, data }) =>
        recipientId === person && 'title' in data ? [data.title] : [],
      );
    assert.deepEqual([titleOf(english), titleOf(german)], [[gapOf('Night')], [inGerman]]);
    await harness.settle();
    assert.deepEqual(harness.sent.map(({ message }) => message.title.split(':')[0]).sort(), [
      'Keine Pflegekraft im Dienstplan',
      'No caregiver on the roster',
    ]);
    assert.deepEqual(await linesOf(german), [inGerman]);
    await speak('en');
    assert.deepEqual(await linesOf(german), [gapOf('Night')]);
  });

  it('of an earlier version keeps its text', async () => {
    const lead = await harness.person('CAREGIVER');
    await harness.db.run(
      `INSERT INTO staff_notices (recipient_id, kind, subject, title, body, created_at, shown_until)
       VALUES ($1, 'ROSTER_GAP', 'six', 'An old gap', 'Please help.', $2, $3)`,
      [lead, inMinutes(0), inMinutes(60)],
    );
    assert.deepEqual(await linesOf(lead), ['An old gap']);
    await tell([lead], 'six');
    assert.deepEqual(await linesOf(lead), [gapOf('Night')]);
  });

  it('is not sent to a caregiver who has left the ward meanwhile', async () => {
    const ward = '7c1e2d3f-0000-4000-8000-000000000001';
    await harness.db.run(`INSERT INTO wards (id, name, created_at) VALUES ($1, 'Ward 1', now())`, [ward]);
    const [stays, leaves] = [await harness.person('CAREGIVER'), await harness.person('CAREGIVER')];
    for (const person of [stays, leaves]) {
      await harness.channel(person);
      await harness.db.run(
        'INSERT INTO ward_members (ward_id, caregiver_id, created_at) VALUES ($1, $2, now())',
        [ward, person],
      );
    }
    harness.sent.length = 0;
    await tell([stays, leaves], 'four', { wardId: ward });
    await harness.db.run('DELETE FROM ward_members WHERE caregiver_id = $1', [leaves]);
    await harness.settle();
    assert.deepEqual(endpointsOf(harness.sent), [stays]);
  });
});
