import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { assertFields } from '../helpers/fields.ts';
import { type LiveClient, live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const RESPONSE_FIELDS = [
  'claimExpiresAt',
  'claimedAt',
  'claimedBy',
  'etaMinutes',
  'helpPresses',
  'nextStepAt',
  'note',
  'offeredTo',
  'okUntil',
  'outcome',
  'repeated',
  'resolvedAt',
  'resolvedBy',
  'state',
  'step',
  'unclaimedSince',
];
const MINUTE = 60_000;

describe('the response endpoints', () => {
  let app: TestApp;
  let admin: Person;
  let pat: Person;
  let cleo: Person;
  let carl: Person;
  let stranger: Person;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
    pat = await signUp(app, 'PATIENT', { firstName: 'Pat', lastName: 'Hill' });
    cleo = await signUp(app, 'CAREGIVER', { firstName: 'Cleo', lastName: 'Ray' });
    carl = await signUp(app, 'CAREGIVER', { firstName: 'Carl', lastName: 'May' });
    stranger = await signUp(app, 'CAREGIVER');
    await assign(app, cleo, pat);
    await assign(app, carl, pat);
  });
  after(() => app.close());

  const as = (who: Person, method: string, path: string, body?: unknown): Promise<Response> =>
    app.call(method, path, { token: who.token, body });
  const fall = async (confidence = 0.8, who = pat): Promise<string> =>
    (await as(who, 'POST', '/falls', { confidence })).body.data.id;
  const act = (who: Person, fallId: string, what: string, body?: unknown) =>
    as(who, 'POST', `/falls/${fallId}/${what}`, body);
  const detail = async (fallId: string, who = cleo): Promise<Json> =>
    (await as(who, 'GET', `/falls/${fallId}`)).body.data;
  const timeline = async (fallId: string, who = cleo): Promise<Json[]> =>
    (await as(who, 'GET', `/falls/${fallId}/timeline`)).body.data;
  /** Returns the response in the answer of a successful command. */
  async function done(answer: Promise<Response>): Promise<Json> {
    const { status, body } = await answer;
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.response;
  }
  async function refused(answer: Promise<Response>, status: number, error = /./): Promise<Json> {
    const { status: actual, body } = await answer;
    assert.equal(actual, status, JSON.stringify(body));
    assert.match(body.error, error);
    return body.details;
  }
  const resolved = { outcome: 'HELPED' };

  describe('the response of a fall', () => {
    it('appears in the fall and in every list of falls and alerts', async () => {
      const id = await fall();
      const { response, source } = await detail(id);
      assert.deepEqual(Object.keys(response).sort(), RESPONSE_FIELDS);
      assert.equal(source, 'REPORT');
      assert.equal(response.state, 'CHECKING');
      assert.equal(response.nextStepAt, response.okUntil);
      for (const [who, path] of [
        [pat, '/falls'],
        [cleo, `/patients/${pat.id}/falls`],
        [cleo, '/falls/recent'],
        [admin, '/admin/falls'],
      ] as const) {
        const listed = (await as(who, 'GET', path)).body.data.find((one: Json) => one.id === id);
        assert.deepEqual([listed.source, listed.response], ['REPORT', response], path);
      }
      const alerts = (await as(cleo, 'GET', '/caregivers/alerts')).body.data;
      const alert = alerts.find(({ fallId }: Json) => fallId === id);
      assert.deepEqual(alert.response, response);
      assert.deepEqual([alert.patientId, alert.deviceId], [pat.id, null]);
      const { data } = (await as(admin, 'POST', `/admin/falls/${id}/investigate`)).body;
      assert.deepEqual([data.response, data.investigation.flagged], [response, true]);
    });

    it('is null below POTENTIAL, and every command answers 409', async () => {
      const id = await fall(0.4);
      assert.equal((await detail(id)).response, null);
      assert.equal((await as(pat, 'GET', '/falls')).body.data[0].response, null);
      await refused(act(cleo, id, 'claim'), 409, /no response/);
      await refused(act(cleo, id, 'release'), 409);
      await refused(act(cleo, id, 'hand-off', { caregiverId: carl.id }), 409);
      await refused(act(cleo, id, 'resolve', resolved), 409);
      await refused(act(pat, id, 'ok'), 409);
      assert.deepEqual(await timeline(id), []);
    });

    it('is a sort field of lists', async () => {
      for (const path of ['/falls', '/caregivers/alerts'])
        for (const sort of ['response', ...(path === '/falls' ? ['source'] : ['fall_id', 'deviceId'])]) {
          const who = path === '/falls' ? pat : cleo;
          assert.equal((await as(who, 'GET', `${path}?sort=${sort}`)).status, 200, sort);
        }
    });
  });

  describe('every endpoint', () => {
    it('checks in order: 404, 403, 400, 409', async () => {
      const id = await fall();
      await act(cleo, id, 'resolve', resolved);
      for (const [what, bad] of [
        ['claim', { etaMinutes: 0 }],
        ['resolve', {}],
        ['hand-off', {}],
      ] as const) {
        for (const unknown of [randomUUID(), 'nonsense']) await refused(act(cleo, unknown, what, bad), 404);
        await refused(act(stranger, id, what, bad), 403);
        await refused(act(pat, id, what, bad), 403);
        await refused(act(cleo, id, what, bad), 400, /Validation failed/);
      }
      await refused(act(cleo, id, 'claim'), 409, /resolved/);
      await refused(act(cleo, id, 'release'), 409, /resolved/);
      await refused(act(cleo, id, 'hand-off', { caregiverId: carl.id }), 409, /resolved/);
      await refused(act(cleo, id, 'resolve', resolved), 409, /resolved/);
      await refused(act(pat, id, 'ok'), 409, /resolved/);
      await refused(act(pat, randomUUID(), 'ok'), 404);
      await refused(as(stranger, 'GET', `/falls/${id}/timeline`), 403);
      await refused(as(pat, 'GET', `/falls/${randomUUID()}/timeline`), 404);
    });

    it('is exempt from the rate limit, except those that can wait', () => {
      const limits = app.app.routes
        .filter(({ path }) => /^\/falls\/:id\/./.test(path))
        .map(({ path, limit }) => [path.slice('/falls/:id/'.length), limit]);
      assert.deepEqual(Object.fromEntries(limits), {
        claim: 'urgent',
        assist: 'urgent',
        release: 'urgent',
        'hand-off': 'urgent',
        'hand-off/decline': 'urgent',
        resolve: 'urgent',
        outcome: 'global',
        ok: 'urgent',
        timeline: 'global',
        deliveries: 'global',
        report: 'global',
        'report/sign': 'global',
      });
    });

    it('writes to the audit log', async () => {
      const id = await fall();
      await act(cleo, id, 'claim');
      await act(cleo, id, 'hand-off', { caregiverId: carl.id });
      await act(carl, id, 'hand-off/decline');
      await act(cleo, id, 'release');
      await act(cleo, id, 'resolve', resolved);
      await timeline(id);
      await act(pat, await fall(), 'ok');
      const { data } = (await as(admin, 'GET', '/admin/logs?limit=100')).body;
      const actions = data
        .filter(({ actorId }: Json) => [cleo.id, carl.id, pat.id].includes(actorId))
        .map(({ action }: Json) => action);
      for (const action of ['claimed', 'offered', 'declined', 'released', 'resolved', 'cancelled'])
        assert.ok(actions.includes(`response.${action}`), action);
      assert.ok(data.some(({ message }: Json) => message === 'Read the timeline of a fall'));
    });
  });

  describe('POST /falls/:id/claim', () => {
    it('answers with the fall, acknowledges the caller’s alert and marks the fall as responded', async () => {
      const id = await fall();
      app.clock.advance(20_000);
      const { status, body } = await act(cleo, id, 'claim', { etaMinutes: 3, note: 'on the stairs' });
      assert.equal(status, 200);
      assert.deepEqual(body.data, await detail(id));
      const { response, alerts } = body.data;
      assert.equal(response.state, 'CLAIMED');
      assert.deepEqual(response.claimedBy, { id: cleo.id, name: 'Cleo Ray' });
      assert.deepEqual([response.etaMinutes, response.nextStepAt, response.note], [3, null, null]);
      assert.equal(Date.parse(response.claimExpiresAt) - Date.parse(response.claimedAt), 8 * MINUTE);
      assert.deepEqual(
        alerts.filter((alert: Json) => alert.acknowledged).map((alert: Json) => alert.caregiverId),
        [cleo.id],
      );
      const listed = (await as(pat, 'GET', '/falls')).body.data.find((one: Json) => one.id === id);
      assert.equal(listed.responded, true);
      assert.ok(listed.responseTime >= 20 && listed.responseTime <= 25, String(listed.responseTime));
    });

    it('extends a claim for its holder, and answers 409 with the holder’s name to others', async () => {
      const id = await fall();
      const first = await done(act(cleo, id, 'claim'));
      assert.equal(Date.parse(first.claimExpiresAt) - Date.parse(first.claimedAt), 10 * MINUTE);
      app.clock.advance(MINUTE);
      const second = await done(act(cleo, id, 'claim', {}));
      assert.equal(second.claimedAt, first.claimedAt);
      assert.ok(Date.parse(second.claimExpiresAt) >= Date.parse(first.claimExpiresAt) + MINUTE);
      for (const other of [carl, admin])
        assert.deepEqual(await refused(act(other, id, 'claim'), 409, /Cleo Ray/), { claimedBy: 'Cleo Ray' });
    });

    it('lets one of two concurrent claims win and names the winner to the other', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await fall();
        const answers = await Promise.all([act(cleo, id, 'claim'), act(carl, id, 'claim')]);
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
        const holder = answers.find(({ status }) => status === 200)?.body.data.response.claimedBy;
        const loser = answers.find(({ status }) => status === 409)?.body;
        assert.equal(loser.details.claimedBy, holder.name);
        assert.ok(loser.error.includes(holder.name));
        assert.deepEqual((await detail(id)).response.claimedBy, holder);
      }
    });

    it('checks the bounds of eta and note and names every invalid field', async () => {
      const id = await fall();
      for (const etaMinutes of [0, 241, 1.5, '5', -1]) {
        const details = await refused(act(cleo, id, 'claim', { etaMinutes, note: 'x'.repeat(501) }), 400);
        assert.deepEqual(Object.keys(details).sort(), ['etaMinutes', 'note']);
      }
      for (const note of ['a\0b', 7]) await refused(act(cleo, id, 'claim', { note }), 400);
      assert.equal((await detail(id)).response.claimedBy, null);
      for (const body of [
        { etaMinutes: 1, note: null },
        { etaMinutes: 240, note: 'x'.repeat(500) },
        { etaMinutes: null, note: 'half a character \ud800' },
      ])
        assert.equal((await done(act(cleo, id, 'claim', body))).etaMinutes, body.etaMinutes);
    });

    it('accepts an admin, also for a patient without caregivers', async () => {
      const alone = await signUp(app);
      for (const id of [await fall(), await fall(0.95, alone)])
        assert.equal((await done(act(admin, id, 'claim'))).claimedBy.id, admin.id);
    });

    it('happens on the first acknowledgement; its outcome does not resolve the fall', async () => {
      const id = await fall();
      const alertOf = async (who: Person): Promise<Json> =>
        (await as(who, 'GET', '/caregivers/alerts')).body.data.find(({ fallId }: Json) => fallId === id);
      const [his, hers] = [await alertOf(carl), await alertOf(cleo)];
      const answer = await as(cleo, 'POST', `/caregivers/alerts/${hers.id}/acknowledge`, {
        outcome: 'FALSE_ALARM',
      });
      assert.deepEqual(
        [answer.body.data.response.state, answer.body.data.response.claimedBy.id, answer.body.data.outcome],
        ['CLAIMED', cleo.id, 'FALSE_ALARM'],
      );
      assert.equal((await as(carl, 'POST', `/caregivers/alerts/${his.id}/acknowledge`)).status, 200);
      const { response, outcome } = await detail(id);
      assert.deepEqual([response.state, response.claimedBy.id, response.outcome], ['CLAIMED', cleo.id, null]);
      assert.equal(outcome, 'FALSE_ALARM');
    });

    it('does not happen when a caregiver acknowledges again after their own release', async () => {
      const id = await fall(0.95);
      const alertOf = async (who: Person): Promise<Json> =>
        (await as(who, 'GET', '/caregivers/alerts?status=all&limit=100')).body.data.find(
          ({ fallId }: Json) => fallId === id,
        );
      const acknowledge = async (who: Person) =>
        (await as(who, 'POST', `/caregivers/alerts/${(await alertOf(who)).id}/acknowledge`)).body.data;
      assert.equal((await acknowledge(cleo)).response.state, 'CLAIMED');
      await done(act(cleo, id, 'release'));
      const again = await acknowledge(cleo);
      assert.deepEqual([again.acknowledged, again.response.state], [true, 'OPEN']);
      assert.equal(
        (await acknowledge(carl)).response.claimedBy.id,
        carl.id,
        'another caregiver’s first acknowledgement claims',
      );
      await done(act(admin, id, 'release'));
      assert.equal(
        (await acknowledge(carl)).response.state,
        'CLAIMED',
        'Carl did not release it himself: an admin did',
      );
      await done(act(carl, id, 'release'));
      assert.equal(
        (await done(act(cleo, id, 'claim'))).claimedBy.id,
        cleo.id,
        'an explicit claim still works',
      );
    });
  });

  describe('POST /falls/:id/release', () => {
    it('reopens the fall, for the holder and admins only', async () => {
      const id = await fall();
      await refused(act(cleo, id, 'release'), 409, /Nobody/);
      await act(cleo, id, 'claim', { etaMinutes: 30 });
      await refused(act(carl, id, 'release'), 403);
      const response = await done(act(cleo, id, 'release'));
      assert.deepEqual(
        [response.state, response.claimedBy, response.claimedAt, response.etaMinutes],
        ['OPEN', null, null, null],
      );
      await act(carl, id, 'claim');
      assert.equal((await done(act(admin, id, 'release'))).state, 'OPEN');
    });
  });

  describe('POST /falls/:id/hand-off', () => {
    it('offers the fall; the holder keeps the claim until the other caregiver claims', async () => {
      const id = await fall();
      await refused(act(cleo, id, 'hand-off', { caregiverId: carl.id }), 409, /Nobody/);
      await act(cleo, id, 'claim');
      const offered = await done(act(cleo, id, 'hand-off', { caregiverId: carl.id }));
      assert.deepEqual(offered.offeredTo, { id: carl.id, name: 'Carl May' });
      assert.deepEqual([offered.state, offered.claimedBy.id], ['CLAIMED', cleo.id]);
      const taken = await done(act(carl, id, 'claim'));
      assert.deepEqual([taken.claimedBy.id, taken.offeredTo], [carl.id, null]);
      await refused(act(cleo, id, 'hand-off', { caregiverId: carl.id }), 403);
      assert.equal(
        (await done(act(admin, id, 'hand-off', { caregiverId: cleo.id }))).offeredTo.id,
        cleo.id,
        'an admin may offer on behalf of the holder',
      );
      assert.equal((await done(act(carl, id, 'release'))).offeredTo, null);
    });

    it('is declined by the caregiver it was offered to', async () => {
      const id = await fall();
      const decline = (who: typeof cleo) => act(who, id, 'hand-off/decline');
      for (const unknown of [randomUUID(), 'nonsense'])
        await refused(act(carl, unknown, 'hand-off/decline'), 404);
      for (const who of [stranger, pat]) await refused(decline(who), 403);
      await refused(decline(carl), 409, /not offered/);
      await act(cleo, id, 'claim');
      await act(cleo, id, 'hand-off', { caregiverId: carl.id });
      for (const who of [cleo, admin]) await refused(decline(who), 409, /not offered/);
      const declined = await done(decline(carl));
      assert.deepEqual(
        [declined.state, declined.claimedBy.id, declined.offeredTo],
        ['CLAIMED', cleo.id, null],
      );
      await refused(decline(carl), 409, /not offered/);
      await refused(act(carl, id, 'claim'), 409);
      assert.deepEqual(
        (await timeline(id)).filter(({ type }: Json) => type === 'declined').map(({ by }: Json) => by.name),
        ['Carl May'],
      );
      await act(cleo, id, 'resolve', resolved);
      await refused(decline(carl), 409, /resolved/);
    });

    it('answers 400 when the target is not an assigned caregiver', async () => {
      const id = await fall();
      await act(cleo, id, 'claim');
      for (const caregiverId of [stranger.id, pat.id, admin.id, randomUUID(), 'nonsense', undefined]) {
        const details = await refused(act(cleo, id, 'hand-off', { caregiverId }), 400);
        assert.deepEqual(Object.keys(details), ['caregiverId']);
      }
      assert.equal((await detail(id)).response.offeredTo, null);
      await refused(act(carl, id, 'hand-off', { caregiverId: 'nonsense' }), 403);
    });
  });

  describe('POST /falls/:id/resolve', () => {
    it('records the outcome once and sets the detector feedback', async () => {
      for (const [outcome, feedback] of [
        ['HELPED', 'CONFIRMED'],
        ['NO_HELP_NEEDED', 'CONFIRMED'],
        ['FALSE_ALARM', 'FALSE_ALARM'],
      ]) {
        const id = await fall();
        const response = await done(act(carl, id, 'resolve', { outcome, note: 'all is well' }));
        assert.deepEqual(
          [response.state, response.outcome, response.note, response.resolvedBy],
          ['RESOLVED', outcome, 'all is well', { id: carl.id, name: 'Carl May' }],
        );
        assert.deepEqual([response.nextStepAt, response.claimExpiresAt], [null, null]);
        assert.equal((await detail(id)).outcome, feedback);
        await refused(act(carl, id, 'resolve', { outcome }), 409);
        await refused(act(admin, id, 'resolve', { outcome }), 409);
      }
    });

    it('is corrected for 15 minutes, and amended later', async () => {
      const id = await fall();
      const correct = (who: typeof cleo, body: object) => as(who, 'PUT', `/falls/${id}/outcome`, body);
      await refused(correct(carl, { outcome: 'HELPED' }), 409, /not resolved/);
      await act(cleo, id, 'resolve', { outcome: 'FALSE_ALARM' });
      for (const who of [stranger, pat]) await refused(correct(who, { outcome: 'HELPED' }), 403);
      await refused(correct(carl, { outcome: 'NONSENSE' }), 400);
      app.clock.advance(14 * 60_000);
      await correct(carl, { outcome: 'HELPED', note: 'hip hurts' });
      await correct(carl, { outcome: 'HELPED', note: 'hip hurts' });
      assert.equal((await detail(id)).outcome, 'CONFIRMED');
      app.clock.advance(60_000);
      const { response } = (await correct(admin, { outcome: 'NO_HELP_NEEDED' })).body.data;
      assert.deepEqual(
        [response.outcome, response.note, response.resolvedBy.id],
        ['NO_HELP_NEEDED', null, cleo.id],
      );
      assert.deepEqual(
        (await timeline(id)).slice(-3).map(({ type, outcome, note }: Json) => [type, outcome, note]),
        [
          ['resolved', 'FALSE_ALARM', null],
          ['corrected', 'HELPED', 'hip hurts'],
          ['amended', 'NO_HELP_NEEDED', null],
        ],
      );
    });

    it('requires a known outcome and limits the length of the note', async () => {
      const id = await fall();
      for (const outcome of ['CANCELLED_BY_PATIENT', 'helped', null, undefined]) {
        const details = await refused(act(cleo, id, 'resolve', { outcome, note: 'x'.repeat(501) }), 400);
        assert.deepEqual(Object.keys(details).sort(), ['note', 'outcome']);
      }
      await refused(act(cleo, id, 'resolve'), 400);
      assert.equal((await done(act(admin, id, 'resolve', resolved))).resolvedBy.id, admin.id);
    });

    it('works while another caregiver holds the claim', async () => {
      const id = await fall();
      await act(cleo, id, 'claim');
      const response = await done(act(carl, id, 'resolve', resolved));
      assert.deepEqual([response.claimedBy.id, response.resolvedBy.id], [cleo.id, carl.id]);
    });
  });

  describe('POST /falls/:id/ok', () => {
    it('is for the wearer only and deletes no alerts', async () => {
      const id = await fall();
      for (const who of [cleo, admin, stranger, await signUp(app)]) await refused(act(who, id, 'ok'), 403);
      const response = await done(act(pat, id, 'ok'));
      assert.deepEqual(
        [response.state, response.outcome, response.resolvedBy],
        ['RESOLVED', 'CANCELLED_BY_PATIENT', { id: pat.id, name: 'Pat Hill' }],
      );
      assert.equal((await detail(id)).alerts.filter(({ sent }: Json) => sent).length >= 2, true);
      await refused(act(pat, id, 'ok'), 409);
      await refused(act(cleo, id, 'claim'), 409);
    });

    it('answers 409 for an emergency and while a caregiver holds the claim', async () => {
      await refused(act(pat, await fall(0.95), 'ok'), 409, /emergency/);
      const id = await fall();
      await act(cleo, id, 'claim');
      assert.deepEqual(await refused(act(pat, id, 'ok'), 409, /Cleo Ray/), { claimedBy: 'Cleo Ray' });
      await act(cleo, id, 'release');
      assert.equal((await done(act(pat, id, 'ok'))).state, 'RESOLVED');
    });

    it('also works for a caregiver who fell', async () => {
      const id = await fall(0.8, stranger);
      await refused(act(stranger, id, 'claim'), 403);
      assert.equal((await done(act(stranger, id, 'ok'))).outcome, 'CANCELLED_BY_PATIENT');
    });
  });

  describe('the course of a response', () => {
    const statesOf = ({ frames }: LiveClient, fallId: string): Json[] =>
      frames.filter((frame) => frame.type === 'response' && frame.data.fallId === fallId);

    it('reaches the care team and the patient as frames, and is kept in the timeline', async () => {
      const [hers, his, theirs, outside] = await Promise.all(
        [cleo, carl, pat, stranger].map((person) => live(app, person)),
      );
      const sockets = [hers, his, theirs] as LiveClient[];
      const id = await fall();
      await act(cleo, id, 'claim', { etaMinutes: 5, note: 'coming' });
      await act(cleo, id, 'hand-off', { caregiverId: carl.id });
      await act(carl, id, 'claim');
      await act(carl, id, 'release');
      await act(cleo, id, 'resolve', { outcome: 'NO_HELP_NEEDED', note: 'had tea' });

      for (const socket of sockets) {
        await eventually('five frames', () => statesOf(socket, id).length === 5);
        const told = statesOf(socket, id);
        assert.deepEqual(
          told.map(({ data: { response } }) => [
            response.state,
            response.claimedBy?.id,
            response.offeredTo?.id,
          ]),
          [
            ['CLAIMED', cleo.id, undefined],
            ['CLAIMED', cleo.id, carl.id],
            ['CLAIMED', carl.id, undefined],
            ['OPEN', undefined, undefined],
            ['RESOLVED', undefined, undefined],
          ],
        );
        for (const { data } of told) {
          assertFields(data, 'fallId', 'patientId', 'patientName', 'response');
          assert.deepEqual([data.patientId, data.patientName], [pat.id, 'Pat Hill']);
          assert.deepEqual(Object.keys(data.response).sort(), RESPONSE_FIELDS);
        }
        const numbers = told.map((frame) => frame.id);
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].sort((a, b) => a - b),
          'event numbers ascend',
        );
      }
      assert.deepEqual(statesOf(outside as LiveClient, id), []);
      const [first] = statesOf(theirs as LiveClient, id);
      const resumed = await live(app, pat, first.id);
      await eventually('the missed frames', () => statesOf(resumed, id).length === 4);
      await Promise.all([...sockets, outside as LiveClient, resumed].map((socket) => socket.close()));

      const entries = await timeline(id);
      for (const who of [pat, admin]) assert.deepEqual(await timeline(id, who), entries);
      assert.deepEqual(
        entries.map(({ id: _, at: __, by, ...entry }) => ({ by: by?.name ?? null, ...entry })),
        [
          { by: null, type: 'detected', level: 'HIGH', source: 'REPORT' },
          { by: 'Cleo Ray', type: 'claimed', etaMinutes: 5, note: 'coming' },
          { by: 'Cleo Ray', type: 'offered', person: { id: carl.id, name: 'Carl May' } },
          { by: 'Carl May', type: 'claimed', etaMinutes: null, note: null },
          { by: 'Carl May', type: 'released' },
          { by: 'Cleo Ray', type: 'resolved', outcome: 'NO_HELP_NEEDED', note: 'had tea' },
        ],
      );
      const times = entries.map(({ at }) => at);
      assert.deepEqual(times, [...times].sort());
      assert.equal(new Set(entries.map((entry) => entry.id)).size, entries.length);
    });

    it('stays consistent when assignments end concurrently', async () => {
      const patient = await signUp(app);
      const team = await Promise.all(Array.from({ length: 6 }, () => signUp(app, 'CAREGIVER')));
      for (const person of team) await assign(app, person, patient);
      const ids = await Promise.all(Array.from({ length: 6 }, () => fall(0.8, patient)));
      const answers = await Promise.all(
        team.flatMap((person, i) => [
          ...ids.map((id) => act(person, id, 'claim')),
          as(admin, 'DELETE', `/caregivers/${person.id}/patients/${patient.id}`),
          act(person, ids[i] as string, 'resolve', resolved),
        ]),
      );
      for (const { status, body } of answers)
        assert.ok([200, 403, 409].includes(status), JSON.stringify(body));
      const left = 'SELECT type FROM live_events WHERE recipient_id = ANY($1) AND about_id = $2';
      assert.deepEqual(await sql(app.databaseUrl, left, [team.map(({ id }) => id), patient.id]), []);
      await eventually('claims of unassigned caregivers expire', async () => {
        const claimed = `SELECT FROM responses WHERE patient_id = $1 AND state = 'CLAIMED'`;
        return (await sql(app.databaseUrl, claimed, [patient.id])).length === 0;
      });
    });
  });
});
