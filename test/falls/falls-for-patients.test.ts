import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';

const MINUTE = 60_000;

describe('POST /patients/:id/falls', () => {
  let app: TestApp;
  let ntfy: Receiver;
  let admin: Person;
  let pat: Person;
  let cleo: Person;
  let carl: Person;
  before(async () => {
    ntfy = await startReceiver();
    app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true' });
    admin = await logInAsAdmin(app);
    pat = await signUp(app, 'PATIENT', { firstName: 'Pat', lastName: 'Hill' });
    cleo = await signUp(app, 'CAREGIVER', { firstName: 'Cleo', lastName: 'Ray' });
    carl = await signUp(app, 'CAREGIVER', { firstName: 'Carl', lastName: 'May' });
    await assign(app, cleo, pat);
    await assign(app, carl, pat);
    await addChannel(app, carl, 'ntfy', ntfy.url);
  });
  after(async () => {
    await app.close();
    await ntfy.close();
  });

  const as = (who: Person, method: string, path: string, body?: unknown): Promise<Response> =>
    app.call(method, path, { token: who.token, body });
  const report = (who: Person, body: object = {}, of: Pick<Person, 'id'> = pat) =>
    as(who, 'POST', `/patients/${of.id}/falls`, { confidence: 0.8, ...body });
  const data = async (answer: Promise<Response>): Promise<Json> => {
    const { status, body } = await answer;
    assert.ok(status < 300, JSON.stringify(body));
    return body.data;
  };
  const detail = (fallId: string) => data(as(cleo, 'GET', `/falls/${fallId}`));
  const fallsOfPat = async (): Promise<number> =>
    Number(
      (await sql(app.databaseUrl, 'SELECT count(*) FROM fall_events WHERE user_id = $1', [pat.id]))[0].count,
    );

  it('records a fall of the patient, alerts the care team, and names the reporter in timeline and audit log', async () => {
    const socket = await live(app, carl);
    const given = { location: 'Garden', injuries: 'Left wrist', witnessed: true };
    const { status, body } = await report(cleo, given);
    assert.equal(status, 201);
    const { id, createdAt, ...fall } = body.data;
    assert.deepEqual(fall, {
      source: 'REPORT',
      userId: pat.id,
      confidence: 0.8,
      status: 'HIGH',
      location: 'Garden',
      witnessed: true,
      isTest: false,
      alerts: { notified: true, caregiverCount: 2 },
    });
    assert.ok(Date.parse(createdAt) > 0);
    assert.equal((await detail(id)).response.state, 'CHECKING');
    await eventually("the colleague's alert", () =>
      socket.frames.some(({ type, data }) => type === 'alert' && data.fallId === id),
    );
    await socket.close();
    const [first] = await data(as(pat, 'GET', `/falls/${id}/timeline`));
    assert.deepEqual(first.by, { id: cleo.id, name: 'Cleo Ray' });
    assert.deepEqual([first.type, first.level, first.source], ['detected', 'HIGH', 'REPORT']);
    const [entry] = await data(as(admin, 'GET', `/admin/logs?action=fall.reported&subjectId=${pat.id}`));
    assert.deepEqual([entry.actorId, entry.outcome], [cleo.id, 'done']);
    // The escalation is that of any other fall.
    await app.pass(MINUTE);
    await eventually('the push', () => ntfy.received.length > 0);
    assert.equal((await detail(id)).response.state, 'OPEN');
    await as(cleo, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED' });
  });

  it('is claimed at once by a reporter who is with the patient, before anybody is notified', async () => {
    await outboxSettled(app);
    const before = ntfy.received.length;
    const { id } = await data(report(cleo, { confidence: 1, withPatient: true }));
    const { response, alerts } = await detail(id);
    assert.deepEqual([response.state, response.claimedBy.name], ['CLAIMED', 'Cleo Ray']);
    assert.equal(alerts.find((one: Json) => one.caregiverId === cleo.id).acknowledged, true);
    const entries = await data(as(cleo, 'GET', `/falls/${id}/timeline`));
    assert.deepEqual(
      entries.map(({ type, by }: Json) => [type, by?.name]),
      [
        ['detected', 'Cleo Ray'],
        ['claimed', 'Cleo Ray'],
      ],
    );
    await app.pass(MINUTE);
    assert.equal(ntfy.received.length, before);
    await as(cleo, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED' });
  });

  it('only records a fall below the level of alerts, also for a reporter who is there', async () => {
    const fall = await data(report(admin, { confidence: 0.2, withPatient: true }));
    assert.deepEqual(fall.alerts, { notified: false, caregiverCount: 0 });
    assert.equal((await detail(fall.id)).response, null);
  });

  it('is open to members and leads of the ward, and to nobody else', async () => {
    const [{ id: wardId }] = await sql(
      app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('Garden', now()) RETURNING id`,
    );
    const [lead, former, stranger] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
    ]);
    const other = await signUp(app);
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = $1 WHERE id = $2', [wardId, pat.id]);
    for (const [who, isLead] of [
      [lead, true],
      [former, false],
    ] as const)
      await as(admin, 'PUT', `/wards/${wardId}/caregivers/${who.id}`, { lead: isLead });
    for (const who of [lead, former]) await data(report(who, { confidence: 0.2 }));
    await as(admin, 'DELETE', `/wards/${wardId}/caregivers/${former.id}`);
    await as(admin, 'DELETE', `/caregivers/${carl.id}/patients/${pat.id}`);
    const recorded = await fallsOfPat();
    for (const who of [former, stranger, carl])
      assert.deepEqual(await report(who).then(({ status, body }) => [status, body.code]), [
        403,
        'NOT_IN_CARE_TEAM',
      ]);
    for (const who of [other, pat]) assert.equal((await report(who)).status, 403);
    assert.equal((await report(cleo, {}, cleo)).status, 404);
    assert.equal((await report(cleo, { confidence: 2 })).status, 400);
    assert.equal((await report(cleo, { withPatient: 'yes' })).status, 400);
    assert.equal(await fallsOfPat(), recorded);
  });

  it('counts together with the reports of the patient', async () => {
    const team = await signUp(app, 'CAREGIVER');
    const flooded = await signUp(app);
    await assign(app, team, flooded);
    for (let count = 0; count < 30; count += 1) await as(flooded, 'POST', '/falls', { confidence: 0.2 });
    const { id, alerts } = await data(report(team, { withPatient: true }, flooded));
    assert.equal(alerts.notified, false);
    assert.equal((await data(as(team, 'GET', `/falls/${id}`))).response, null);
  });

  it('takes the time at which the fall happened, at most 24 hours ago, and escalates from the report', async () => {
    const ago = (ms: number): string => new Date(app.clock.now() - ms).toISOString();
    const happenedAt = ago(20 * MINUTE);
    const { id, createdAt } = await data(report(cleo, { happenedAt }));
    assert.equal(createdAt, happenedAt);
    const { response, stages } = await detail(id);
    assert.equal(response.state, 'CHECKING');
    assert.equal(stages.impactAt, happenedAt);
    assert.ok(Date.parse(stages.raisedAt) >= Date.parse(happenedAt) + 20 * MINUTE);
    for (const refused of [ago(-MINUTE), ago(24 * 60 * MINUTE + 1_000), 'yesterday', 7]) {
      const { status, body } = await report(cleo, { happenedAt: refused });
      assert.equal(status, 400, String(refused));
      assert.deepEqual(Object.keys(body.details), ['happenedAt']);
    }
    assert.equal((await report(cleo, { happenedAt: null })).status, 201);
    const now = app.clock.now();
    const early = await data(report(cleo, { happenedAt: ago(-2_000) }));
    assert.ok(Date.parse(early.createdAt) <= now + 1_000, 'a phone whose clock is ahead');
  });
});
