import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Espa444Server, startEspa444Server } from '../helpers/espa444-server.ts';
import { type EspaxRequest, type EspaxServer, startEspaxServer } from '../helpers/espax-server.ts';
import { eventually } from '../helpers/eventually.ts';
import { deleteFalls } from '../helpers/falls.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { patientNow } from '../helpers/patience.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { setPolicy } from '../response/channels-of.ts';

const CHECKING_MS = 30_000;

describe('pagers on ESPA-X', () => {
  let server: EspaxServer;
  let phone: Receiver;
  let app: TestApp;
  let admin: Person;
  let pat: Person;
  let cleo: Person;
  let carl: Person;
  before(async () => {
    server = await startEspaxServer();
    phone = await startReceiver();
    app = await startTestApp({ ESPA_URL: server.url, ALLOW_PRIVATE_TARGETS: 'true' });
    admin = await logInAsAdmin(app);
    pat = await signUp(app, 'PATIENT', { firstName: 'Pat', lastName: 'Hill' });
    cleo = await signUp(app, 'CAREGIVER', { firstName: 'Cleo', lastName: 'Ray' });
    carl = await signUp(app, 'CAREGIVER', { firstName: 'Carl', lastName: 'May' });
    await assign(app, cleo, pat);
    await assign(app, carl, pat);
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['pager', 'ntfy'] }],
      repeats: { everySeconds: 3_600, times: null },
    });
    await connected();
  });
  afterEach(async () => {
    server.behave(() => undefined);
    await sql(app.databaseUrl, 'DELETE FROM notification_channels');
    await deleteFalls(app);
  });
  after(async () => {
    await app.close();
    await server.close();
    await phone.close();
  });

  const as = (who: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: who.token, body });
  const health = async (): Promise<Json> => (await app.call('GET', '/health')).body.data;
  const connected = () =>
    eventually('the pager is connected', async () => (await health()).channels.pager === 'OK');
  const addPager = async (who: Person, number: string): Promise<string> => {
    const { status, body } = await as(who, 'POST', '/profile/channels', { kind: 'pager', number });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  };
  const fall = async (confidence = 0.8): Promise<string> => {
    const { id } = (await as(pat, 'POST', '/falls', { confidence })).body.data;
    if (confidence < 0.9) await app.pass(CHECKING_MS);
    return id;
  };
  const started = async (count: number, from: number): Promise<readonly EspaxRequest[]> => {
    await eventually(`${count} processes`, () => server.started.length >= from + count);
    return server.started.slice(from);
  };
  const claimant = async (fallId: string): Promise<string | undefined> =>
    (await as(admin, 'GET', `/falls/${fallId}`)).body.data.response.claimedBy?.id;
  const claimedBy = (fallId: string, who: Person) =>
    eventually('the fall is claimed', async () => (await claimant(fallId)) === who.id);
  /** Events are handled in order: when this one has claimed its fall, all earlier ones are done. */
  async function earlierEventsDone(): Promise<void> {
    const from = server.started.length;
    const other = await fall(0.95);
    const [page] = await started(1, from);
    server.accept(page ?? assert.fail());
    await eventually('a later event is handled', async () => (await claimant(other)) !== undefined);
  }

  it('get the person and the room first, with the priority of the level', async () => {
    await sql(app.databaseUrl, `UPDATE users SET room = '12' WHERE id = $1`, [pat.id]);
    await addPager(cleo, '4711');
    const from = server.started.length;
    await fall(0.95);
    await fall(0.8);
    const pages = await started(2, from);
    assert.deepEqual(
      pages.map((page) => [page.field('CP-PHONENO'), page.field('CP-TEXTMSG'), page.field('CP-PRIO')]),
      [
        ['4711', 'Pat Hill, room 12: EMERGENCY, fall', 'Emergency'],
        ['4711', 'Pat Hill, room 12: fall', 'High'],
      ],
    );
    await sql(app.databaseUrl, 'UPDATE users SET room = NULL WHERE id = $1', [pat.id]);
  });

  it('claim the fall for the person who acknowledges, and stop the other pagers', async () => {
    await addPager(cleo, '4711');
    await addPager(carl, '4712');
    const from = server.started.length;
    const id = await fall();
    const pages = await started(2, from);
    const own = pages.find((page) => page.field('CP-PHONENO') === '4712') ?? assert.fail();
    const other = pages.find((page) => page !== own) ?? assert.fail();
    await outboxSettled(app);
    server.accept(own);
    await claimedBy(id, carl);
    await eventually('the other pager is stopped', () => server.stopped().includes(other.field('CP-PR-REF')));
    assert.ok(!server.stopped().includes(own.field('CP-PR-REF')));
    const timeline: Json[] = (await as(cleo, 'GET', `/falls/${id}/timeline`)).body.data;
    assert.deepEqual(
      timeline.filter(({ type }) => type === 'told').map(({ channel, outcome }) => [channel, outcome]),
      [
        ['pager', 'delivered'],
        ['pager', 'delivered'],
      ],
    );
    const deliveries: Json[] = (await as(cleo, 'GET', `/falls/${id}/deliveries`)).body.data;
    assert.deepEqual(
      deliveries
        .filter(({ channel }) => channel === 'pager')
        .map(({ person, openedAt }) => [person.id, openedAt !== null])
        .sort(),
      [
        [carl.id, true],
        [cleo.id, false],
      ].sort(),
    );
    assert.equal(timeline.find(({ type }) => type === 'claimed')?.by.id, carl.id);
    const audited = await sql(
      app.databaseUrl,
      `SELECT FROM audit_log WHERE action = 'response.claimed' AND actor_id = $1 AND message LIKE '%pager%'`,
      [carl.id],
    );
    assert.equal(audited.length, 1);
  });

  it('are stopped by a claim elsewhere, also one that overtakes the message', async () => {
    await addPager(cleo, '4711');
    const from = server.started.length;
    const id = await fall();
    const [page] = await started(1, from);
    await outboxSettled(app);
    assert.equal((await as(carl, 'POST', `/falls/${id}/claim`, {})).status, 200);
    await eventually('the pager is stopped', () => server.stopped().includes(page?.field('CP-PR-REF')));

    let overtaken: string | undefined;
    server.behave((request) => {
      if (request.name === 'REQ.P-START' && overtaken === undefined) overtaken = request.field('CP-PR-REF');
      return undefined;
    });
    const second = (await as(pat, 'POST', '/falls', { confidence: 0.95 })).body.data.id;
    await eventually('the message is on its way', () => overtaken !== undefined);
    assert.equal((await as(carl, 'POST', `/falls/${second}/resolve`, { outcome: 'HELPED' })).status, 200);
    await eventually('it is stopped', () => server.stopped().includes(overtaken));
  });

  it('ring with an offer until it ends: accepting the message takes over', async () => {
    await addPager(carl, '4712');
    await addPager(cleo, '4711');
    const alerts = server.started.length;
    const id = await fall();
    await started(2, alerts);
    await outboxSettled(app);
    assert.equal((await as(cleo, 'POST', `/falls/${id}/claim`, {})).status, 200);
    const offered = async (): Promise<EspaxRequest> => {
      const from = server.started.length;
      const answer = await as(cleo, 'POST', `/falls/${id}/hand-off`, { caregiverId: carl.id });
      assert.equal(answer.status, 200);
      const [page] = await started(1, from);
      await outboxSettled(app);
      return page ?? assert.fail();
    };
    const isStopped = (page: EspaxRequest) => server.stopped().includes(page.field('CP-PR-REF'));
    const first = await offered();
    assert.deepEqual(
      [first.field('CP-PHONENO'), first.field('CP-TEXTMSG')],
      ['4712', 'Pat Hill: Cleo Ray asks you to take over'],
    );
    const second = await offered();
    const others = server.started.length;
    const other = await fall();
    const pages = await started(2, others);
    await outboxSettled(app);
    await as(cleo, 'POST', `/falls/${other}/claim`, {});
    await eventually('a later claim has stopped its pagers', () => pages.every(isStopped));
    assert.deepEqual([first, second].map(isStopped), [false, false], 'a claim does not stop what it offers');
    assert.equal((await as(cleo, 'POST', `/falls/${id}/release`)).status, 200);
    await eventually('the offer has ended with the claim', () => isStopped(second));
    await as(cleo, 'POST', `/falls/${id}/claim`, {});
    const third = await offered();
    server.accept(third);
    await claimedBy(id, carl);
    assert.ok(!isStopped(third));
  });

  it('claim for the owner of the device that the message was diverted to', async () => {
    await addPager(cleo, '4711');
    const from = server.started.length;
    const id = await fall();
    const [page] = await started(1, from);
    await addPager(carl, '4712');
    server.accept(page ?? assert.fail(), '4712');
    await claimedBy(id, carl);
  });

  it('claim for the person told where the number is missing, shared or has a prefix', async () => {
    for (const number of [null, '4711', '00498914711']) {
      await addPager(cleo, '4711');
      await addPager(carl, '4711');
      const from = server.started.length;
      const id = await fall();
      const pages = await started(2, from);
      const rows = await sql(
        app.databaseUrl,
        `SELECT id, person_id FROM outbox WHERE fall_id = $1 AND lane = 'pager'`,
        [id],
      );
      const carls = rows.find((row) => row.person_id === carl.id)?.id.replaceAll('-', '');
      const page = pages.find((one) => one.field('CP-PR-REF') === carls) ?? assert.fail();
      server.accept(page, number);
      await claimedBy(id, carl);
      await sql(app.databaseUrl, 'DELETE FROM notification_channels');
    }
  });

  it('do not claim for a number that nobody has', async () => {
    await addPager(cleo, '4711');
    const from = server.started.length;
    const id = await fall();
    const [page] = await started(1, from);
    server.accept(page ?? assert.fail(), '999');
    await earlierEventsDone();
    assert.equal(await claimant(id), undefined);
  });

  it('do not claim an unknown process, a resolved fall, one of another caregiver, or after an hour', async () => {
    await addPager(cleo, '4711');
    const from = server.started.length;
    const resolved = await fall();
    const taken = await fall();
    const late = await fall();
    const pages = await started(3, from);
    await as(carl, 'POST', `/falls/${resolved}/resolve`, { outcome: 'HELPED' });
    await as(carl, 'POST', `/falls/${taken}/claim`, { etaMinutes: 240 });
    const [first, second, third] = pages;
    server.accept(first ?? assert.fail());
    server.accept(second ?? assert.fail());
    for (const ref of ['x', '0'.repeat(32), "'; DROP TABLE outbox; --"])
      server.indicate('IND.P-EVENT', { 'CP-PR-REF': ref, 'SS-RESULT': 'Accepted', 'SS-NETW-NO': '4711' });
    await sql(
      app.databaseUrl,
      `UPDATE outbox SET created_at = created_at - interval '61 min' WHERE fall_id = $1`,
      [late],
    );
    server.accept(third ?? assert.fail());
    await earlierEventsDone();
    assert.equal(await claimant(taken), carl.id);
    assert.equal(await claimant(late), undefined);
    const { response } = (await as(admin, 'GET', `/falls/${resolved}`)).body.data;
    assert.deepEqual([response.state, response.resolvedBy.id], ['RESOLVED', carl.id]);
  });

  it('do not claim for a caregiver who has left the care team', async () => {
    await addPager(cleo, '4711');
    const from = server.started.length;
    const id = await fall();
    const [page] = await started(1, from);
    await sql(app.databaseUrl, 'DELETE FROM assignments WHERE caregiver_id = $1', [cleo.id]);
    server.accept(page ?? assert.fail());
    await addPager(carl, '4712');
    await earlierEventsDone();
    assert.equal(await claimant(id), undefined);
    await assign(app, cleo, pat);
  });

  it('claim once: a repeated acknowledgement does not take back a release', async () => {
    await addPager(cleo, '4711');
    const from = server.started.length;
    const id = await fall();
    const [page] = await started(1, from);
    server.accept(page ?? assert.fail());
    await claimedBy(id, cleo);
    await app.pass(1_000);
    assert.equal((await as(cleo, 'POST', `/falls/${id}/release`)).status, 200);
    server.accept(page ?? assert.fail());
    await earlierEventsDone();
    assert.equal(await claimant(id), undefined);
  });

  const triesOf = async (fallId: string): Promise<Json[]> =>
    (await as(cleo, 'GET', `/falls/${fallId}/timeline`)).body.data
      .filter(({ type }: Json) => type === 'told')
      .map(({ channel, outcome, reason }: Json) => [channel, outcome, reason ?? null]);
  const timeToNotify = async (): Promise<number | null> => {
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    const query = `from=${today}&to=${today}&groupBy=patient&patientId=${pat.id}`;
    return (await as(cleo, 'GET', `/reports/falls?${query}`)).body.data.total.timeToNotify?.max ?? null;
  };

  for (const [name, field, result, reason] of [
    ['IND.P-EVENT', 'SS-RESULT', 'No answer', 'no answer'],
    ['IND.P-ENDED', 'SP-RESULT', 'Busy', 'busy'],
    ['IND.P-ENDED', 'SP-ENDREASON', 'Failed', 'the paging system reported a failure'],
  ] as const)
    it(`show that a device could not be reached: ${name} with ${result}`, async () => {
      const channelId = await addPager(cleo, '4711');
      const from = server.started.length;
      const id = await fall();
      const [page] = await started(1, from);
      await outboxSettled(app);
      assert.deepEqual(await triesOf(id), [['pager', 'delivered', null]]);
      await eventually('the time is in reports', async () => (await timeToNotify()) !== null);
      server.indicate(name, { 'CP-PR-REF': page?.field('CP-PR-REF') ?? '', [field]: result });
      await eventually('the channel shows it', async () => {
        const channels: Json[] = (await as(cleo, 'GET', '/profile/channels')).body.data;
        return channels.find((one) => one.id === channelId)?.lastError === 'The pager could not be reached';
      });
      assert.deepEqual(await triesOf(id), [['pager', 'failed', reason]]);
      assert.equal(await timeToNotify(), null, 'nobody was told');
      const [sent] = await sql(
        app.databaseUrl,
        `SELECT o.state, a.delivered, a.error FROM outbox o JOIN delivery_attempts a ON a.outbox_id = o.id
         WHERE o.fall_id = $1`,
        [id],
      );
      assert.deepEqual(sent, { state: 'FAILED', delivered: false, error: reason });
    });

  it('are delivered after all when another device accepts what one did not answer', async () => {
    await addPager(cleo, '4711');
    const from = server.started.length;
    const id = await fall();
    const [page] = await started(1, from);
    await outboxSettled(app);
    server.indicate('IND.P-EVENT', { 'CP-PR-REF': page?.field('CP-PR-REF') ?? '', 'SS-RESULT': 'No answer' });
    server.accept(page ?? assert.fail());
    await claimedBy(id, cleo);
    assert.deepEqual(await triesOf(id), [['pager', 'delivered', null]]);
    // What the process says after that, or after a stop, is about the end of the process.
    server.indicate('IND.P-ENDED', { 'CP-PR-REF': page?.field('CP-PR-REF') ?? '', 'SP-RESULT': 'Rejected' });
    await earlierEventsDone();
    assert.deepEqual(await triesOf(id), [['pager', 'delivered', null]]);
  });

  it('fail also where the server says so before the try is recorded', async () => {
    await addPager(cleo, '4711');
    server.behave((request) => {
      if (request.name === 'REQ.P-START')
        server.indicate('IND.P-EVENT', {
          'CP-PR-REF': request.field('CP-PR-REF') ?? '',
          'SS-RESULT': 'Busy',
        });
      return undefined;
    });
    const id = await fall();
    await eventually('the try has failed', async () => (await triesOf(id))[0]?.[1] === 'failed');
    assert.deepEqual(await triesOf(id), [['pager', 'failed', 'busy']]);
  });

  it('can be tested', async () => {
    const id = await addPager(cleo, '4711');
    const from = server.started.length;
    const test = () => as(cleo, 'POST', `/profile/channels/${id}/test`);
    assert.deepEqual((await test()).body.data, { delivered: true, status: 200, error: null });
    const [page] = await started(1, from);
    assert.deepEqual([page?.field('CP-TEXTMSG'), page?.field('CP-PRIO')], ['Test from Vigil', 'Standard']);
    server.behave(({ name }) => (name === 'REQ.P-START' ? { code: 503 } : undefined));
    assert.deepEqual((await test()).body.data, { delivered: false, status: 503, error: 'answered 503' });
    const pending = await sql(
      app.databaseUrl,
      `SELECT FROM outbox WHERE fall_id IS NULL AND state = 'PENDING'`,
    );
    assert.equal(pending.length, 0, 'a test is not repeated');
  });

  it('need a number of 1 to 16 digits', async () => {
    for (const number of ['', 'a', '+4711', '12 34', '1'.repeat(17), 4711, null]) {
      const { status, body } = await as(cleo, 'POST', '/profile/channels', { kind: 'pager', number });
      assert.deepEqual([status, Object.keys(body.details)], [400, ['number']], String(number));
    }
    await addPager(cleo, '1'.repeat(16));
  });

  it('that never answer do not delay other channels', async () => {
    await addPager(cleo, '4711');
    await as(carl, 'POST', '/profile/channels', { kind: 'ntfy', url: phone.url, topic: 'carl' });
    server.behave(({ name }) => (name === 'REQ.P-START' ? 'silent' : undefined));
    const before = phone.received.length;
    const at = patientNow();
    await fall(0.95);
    await eventually('ntfy has come', () => phone.received.length > before);
    assert.ok(patientNow() - at < 3_000, 'before the pager server has timed out');
    await eventually(
      'the connection is given up',
      async () => (await health()).channels.pager === 'DEGRADED',
    );
    server.behave(() => undefined);
    await app.pass(5_000);
    await connected();
  });

  it('that are away fail at once, are DEGRADED, and the admins are told once', async () => {
    await addPager(cleo, '4711');
    const noticesOf = async () =>
      (await as(admin, 'GET', '/board')).body.data.notices.filter(
        ({ kind }: Json) => kind === 'PAGER_OFFLINE',
      );
    await server.close();
    await eventually('the loss is noticed', async () => (await health()).channels.pager === 'DEGRADED');
    assert.equal((await health()).status, 'HEALTHY', 'readings are accepted');
    const id = await fall(0.95);
    await eventually('the try has failed', async () => {
      const timeline: Json[] = (await as(cleo, 'GET', `/falls/${id}/timeline`)).body.data;
      return timeline.some(({ channel, outcome }) => channel === 'pager' && outcome === 'failed');
    });
    assert.deepEqual(await noticesOf(), []);
    await app.pass(5_000);
    await app.pass(6_000);
    await eventually('the admins are told', async () => (await noticesOf()).length === 1);
    await app.pass(60_000);
    assert.equal((await noticesOf()).length, 1);
    server = await startEspaxServer({ port: server.port });
    await app.pass(5_000);
    await connected();
    await app.pass(1_000);
    await eventually('the notice is over', async () => (await noticesOf()).length === 0);
  });
});

describe('pagers on ESPA 4.4.4', () => {
  let server: Espa444Server;
  let app: TestApp;
  before(async () => {
    server = await startEspa444Server();
    app = await startTestApp({ ESPA_URL: server.url, DEFAULT_LANGUAGE: 'de' });
    await eventually(
      'the pager is connected',
      async () => (await app.call('GET', '/health')).body.data.channels.pager === 'OK',
    );
  });
  after(async () => {
    await app.close();
    await server.close();
  });

  it('get tests and falls in order, and never claim', async () => {
    const pat = await signUp(app, 'PATIENT', { firstName: 'Jörg', lastName: 'Groß' });
    const nurse = await signUp(app, 'CAREGIVER');
    await assign(app, nurse, pat);
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['pager'] }],
      repeats: { everySeconds: 3_600, times: null },
    });
    const body = { kind: 'pager', number: '4711' };
    const { id } = (await app.call('POST', '/profile/channels', { token: nurse.token, body })).body.data;
    const tested = await app.call('POST', `/profile/channels/${id}/test`, { token: nurse.token });
    assert.deepEqual(tested.body.data, { delivered: true, status: null, error: null });
    const fallIds = [];
    for (let i = 0; i < 3; i++) {
      const report = { token: pat.token, body: { confidence: 0.95 } };
      fallIds.push((await app.call('POST', '/falls', report)).body.data.id);
      await eventually('the pager has the fall', () => server.calls.length === i + 2);
    }
    assert.deepEqual(
      server.calls.map((call) => [call[1], call[2], call[6]]),
      [['4711', 'Test von Vigil', '3'], ...fallIds.map(() => ['4711', 'Joerg Gross: NOTFALL, Sturz', '1'])],
    );
    for (const fallId of fallIds) {
      const { response } = (await app.call('GET', `/falls/${fallId}`, { token: nurse.token })).body.data;
      assert.equal(response.claimedBy, null);
    }
  });
});

describe('pagers without ESPA_URL', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('cannot be added or tested', async () => {
    const { token, id } = await signUp(app, 'CAREGIVER');
    const added = await app.call('POST', '/profile/channels', {
      token,
      body: { kind: 'pager', number: '4711' },
    });
    assert.deepEqual([added.status, added.body.code], [409, 'NOT_CONFIGURED']);
    const [channel] = await sql(
      app.databaseUrl,
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
       VALUES ($1, 'pager', '{"number": "4711"}', 'POTENTIAL', now(), now()) RETURNING id`,
      [id],
    );
    assert.equal((await app.call('POST', `/profile/channels/${channel?.id}/test`, { token })).status, 409);
    assert.equal((await app.call('GET', '/health')).body.data.channels.pager, 'OFF');
  });
});
