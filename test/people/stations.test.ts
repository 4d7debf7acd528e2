import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { callApi, type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectLive, refusedLive } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const MINUTE_MS = 60_000;
const PIN = '4711';
const WRONG = '9157';

describe('stations', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const as = (person: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, body });

  interface Ward {
    readonly id: string;
    readonly lead: Person;
    readonly nurse: Person;
    readonly patient: Person;
  }

  let wards = 0;
  async function makeWard(): Promise<Ward> {
    wards += 1;
    const [lead, nurse, patient] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app),
    ]);
    const [ward] = await sql(
      app.databaseUrl,
      'INSERT INTO wards (name, created_at) VALUES ($1, now()) RETURNING id',
      [`Ward ${wards}`],
    );
    const id: string = ward?.id;
    await join(id, lead, true);
    await join(id, nurse);
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = $1 WHERE id = $2', [id, patient.id]);
    return { id, lead, nurse, patient };
  }
  const join = (ward: string, person: Person, lead = false) =>
    sql(
      app.databaseUrl,
      'INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES ($1, $2, $3, now())',
      [ward, person.id, lead],
    );

  interface Tablet {
    readonly id: string;
    readonly cookie: string;
    call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
    unlock(person: Pick<Person, 'id'>, pin?: string): Promise<Response>;
    /** Acts with a token of `unlock`. */
    act(token: string, path: string, body?: object): Promise<Response>;
    live(): ReturnType<typeof connectLive>;
  }

  async function offer(wardId: string | undefined, by = admin): Promise<Json> {
    const made = await as(by, 'POST', '/stations', { name: 'Office', wardId });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body.data;
  }

  async function enrol(wardId?: string, on = app.url): Promise<Tablet> {
    const { id, code } = await offer(wardId);
    const enrolled = await callApi(on, 'POST', '/stations/enrol', { body: { code } });
    assert.equal(enrolled.status, 200, JSON.stringify(enrolled.body));
    return tabletWith(id, enrolled.headers.get('set-cookie')?.split(';')[0] ?? '', on);
  }

  function tabletWith(id: string, cookie: string, on = app.url): Tablet {
    const own = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    const call: Tablet['call'] = (method, path, body, headers = own) =>
      callApi(on, method, path, { body, headers });
    return {
      id,
      cookie,
      call,
      unlock: (person, pin = PIN) => call('POST', '/stations/me/unlock', { caregiverId: person.id, pin }),
      act: (token, path, body = {}) =>
        callApi(on, 'POST', path, { token, body, headers: { Cookie: cookie } }),
      live: () =>
        connectLive(
          { url: on },
          { headers: { Cookie: cookie, Origin: new URL(on).origin } },
          'station.welcome',
        ),
    };
  }

  const setPin = async (person: Person, pin = PIN) => {
    const answer = await as(person, 'PUT', '/profile/pin', { pin });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const unlocked = async (tablet: Tablet, person: Person): Promise<string> => {
    const answer = await tablet.unlock(person);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data.token;
  };
  const fallOf = async (patient: Person, confidence = 0.8): Promise<string> =>
    (await as(patient, 'POST', '/falls', { confidence })).body.data.id;

  describe('a PIN', () => {
    it('is set by caregivers and admins who have just authenticated', async () => {
      const [nurse, patient] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app)]);
      assert.equal((await as(patient, 'PUT', '/profile/pin', { pin: PIN })).status, 403);
      await setPin(nurse);
      await setPin(admin);
      for (const pin of ['1111', '1234', '98765', '471', '123456789', 'abcd', 4711, null]) {
        const refused = await as(nurse, 'PUT', '/profile/pin', { pin });
        assert.equal(refused.status, 400, String(pin));
        assert.ok(refused.body.details.pin, String(pin));
      }
      const [row] = await sql(app.databaseUrl, 'SELECT hash FROM pins WHERE user_id = $1', [nurse.id]);
      assert.match(row?.hash, /^\$argon2id\$/);
    });
  });

  describe('enrolment', () => {
    it('is offered by admins and leads of the ward', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const { code, codeExpiresAt, url, enrolled } = await offer(ward.id, ward.lead);
      assert.match(code, /^\d{8}$/);
      assert.ok(url.endsWith(`/station#code=${code}`));
      assert.equal(enrolled, false);
      assert.equal(Math.round((Date.parse(codeExpiresAt) - app.clock.now()) / MINUTE_MS), 10);
      for (const [person, wardId, status] of [
        [ward.nurse, ward.id, 403],
        [ward.lead, other.id, 403],
        [ward.lead, undefined, 403],
        [ward.patient, ward.id, 403],
        [admin, randomUUID(), 404],
        [admin, 'nonsense', 400],
      ] as const)
        assert.equal((await as(person, 'POST', '/stations', { name: 'X', wardId })).status, status);
      for (const name of ['', ' ', 'x'.repeat(81), 'a\nb', undefined])
        assert.equal((await as(admin, 'POST', '/stations', { name })).status, 400);
      const [kept] = await sql(app.databaseUrl, 'SELECT code_hash FROM stations WHERE code_hash IS NOT NULL');
      assert.equal(kept?.code_hash.length, 32);
    });

    it('takes a code once, within ten minutes, and sets a cookie for a year', async () => {
      const { code } = await offer(undefined);
      const [one, two] = await Promise.all(
        [1, 2].map(() => app.call('POST', '/stations/enrol', { body: { code } })),
      );
      assert.deepEqual([one?.status, two?.status].sort(), [200, 404]);
      const cookie = (one?.status === 200 ? one : two)?.headers.get('set-cookie') ?? '';
      assert.match(cookie, /^station_token=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/);
      const late = await offer(undefined);
      app.clock.advance(10 * MINUTE_MS);
      assert.equal((await app.call('POST', '/stations/enrol', { body: { code: late.code } })).status, 404);
      for (const bad of ['', '1234567', '123456789', 'abcdefgh', 12345678, undefined])
        assert.equal((await app.call('POST', '/stations/enrol', { body: { code: bad } })).status, 400);
      // A page of another origin cannot make a browser a station.
      const { code: third } = await offer(undefined);
      const foreign = { headers: { Origin: 'https://evil.example' }, body: { code: third } };
      assert.equal((await app.call('POST', '/stations/enrol', foreign)).status, 403);
      app.clock.advance(15 * MINUTE_MS);
    });

    it('shows stations to admins and leads, page by page', async () => {
      const ward = await makeWard();
      const { id } = await enrol(ward.id);
      const mine = await as(ward.lead, 'GET', '/stations');
      assert.deepEqual(
        mine.body.data.map((station: Json) => [station.id, station.enrolled, station.ward.id]),
        [[id, true, ward.id]],
      );
      assert.equal(mine.body.pagination.total, 1);
      assert.doesNotMatch(JSON.stringify(mine.body), /hash|token|code/);
      assert.ok((await as(admin, 'GET', '/stations?limit=1')).body.pagination.total > 1);
      assert.equal((await as(ward.nurse, 'GET', '/stations')).status, 403);
      assert.equal((await as(ward.patient, 'GET', '/stations')).status, 403);
    });
  });

  describe('the cookie', () => {
    it('opens the station and its board, and nothing else', async () => {
      const ward = await makeWard();
      const tablet = await enrol(ward.id);
      const me = await tablet.call('GET', '/stations/me');
      assert.equal(me.status, 200);
      assert.deepEqual(Object.keys(me.body.data).sort(), ['id', 'name', 'ward']);
      assert.match(me.headers.get('set-cookie') ?? '', /^station_token=[\w-]{43}; .*Max-Age=31536000/);
      const fall = await fallOf(ward.patient);
      for (const { method, path, access } of app.app.routes.filter((row) => row.protocol === undefined)) {
        if (access === 'anyone' || access === 'station') continue;
        const url = path.replaceAll(/:\w+/g, path.startsWith('/falls') ? fall : randomUUID());
        const session = `${tablet.cookie}; access_token=${admin.token}`;
        for (const Cookie of [tablet.cookie, session]) {
          const answer = await app.call(method, url, {
            headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
          });
          assert.equal(answer.status, 403, `${method} ${path}`);
          assert.equal(answer.body.code, 'NOT_FOR_STATIONS', `${method} ${path}`);
        }
      }
      // A header wins over both cookies.
      const headers = { Cookie: tablet.cookie };
      assert.equal((await app.call('GET', '/board', { token: admin.token, headers })).status, 200);
      assert.equal((await app.call('GET', '/stations/me', { token: admin.token, headers })).status, 403);
      assert.equal((await app.call('GET', '/stations/me')).status, 401);
    });

    it('must come from an own page to change anything', async () => {
      const ward = await makeWard();
      await setPin(ward.nurse);
      const tablet = await enrol(ward.id);
      const body = { caregiverId: ward.nurse.id, pin: PIN };
      for (const headers of [{}, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
        const answer = await tablet.call('POST', '/stations/me/unlock', body, {
          Cookie: tablet.cookie,
          ...headers,
        });
        assert.equal(answer.status, 403);
        assert.equal(answer.body.code, 'ORIGIN_REFUSED');
      }
    });

    it('is useless once the station is removed, and its sockets close at once', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const tablet = await enrol(ward.id);
      const live = await tablet.live();
      await setPin(ward.nurse);
      const token = await unlocked(tablet, ward.nurse);
      for (const [person, status] of [
        [ward.nurse, 403],
        [other.lead, 403],
        [ward.lead, 200],
        [ward.lead, 404],
      ] as const)
        assert.equal((await as(person, 'DELETE', `/stations/${tablet.id}`)).status, status);
      assert.equal((await live.closed).code, 4401);
      const gone = await tablet.call('GET', '/stations/me');
      assert.equal(gone.status, 401);
      assert.match(gone.headers.get('set-cookie') ?? '', /^station_token=; .*Max-Age=0/);
      assert.equal((await tablet.act(token, `/falls/${await fallOf(ward.patient)}/claim`)).status, 401);
      // The browser may be used with a session again.
      const Cookie = `${tablet.cookie}; access_token=${ward.nurse.token}`;
      assert.equal((await app.call('GET', '/board', { headers: { Cookie } })).status, 200);
      const refused = await refusedLive(app, {
        headers: { Cookie: tablet.cookie, Origin: new URL(app.url).origin },
      });
      assert.equal(refused.status, 401);
    });

    it('ends with the ward of the station', async () => {
      const ward = await makeWard();
      const tablet = await enrol(ward.id);
      const live = await tablet.live();
      await sql(app.databaseUrl, 'UPDATE users SET ward_id = NULL WHERE id = $1', [ward.patient.id]);
      await sql(app.databaseUrl, 'DELETE FROM wards WHERE id = $1', [ward.id]);
      assert.equal((await live.closed).code, 4401);
      assert.equal((await tablet.call('GET', '/stations/me')).status, 401);
    });
  });

  describe('the board', () => {
    it('shows the falls, people and caregivers of the ward alone, without vital signs', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const [tablet, everywhere] = [await enrol(ward.id), await enrol()];
      const [fall, elsewhere] = [await fallOf(ward.patient), await fallOf(other.patient)];
      await as(ward.nurse, 'POST', '/caregivers/me/shift', {
        until: new Date(app.clock.now() + MINUTE_MS).toISOString(),
      });
      const { data } = (await tablet.call('GET', '/stations/me/board')).body;
      assert.deepEqual(
        data.falls.map(({ id }: Json) => id),
        [fall],
      );
      assert.deepEqual(
        data.people.map(({ id }: Json) => id),
        [ward.patient.id],
      );
      assert.deepEqual(
        data.onDuty.map(({ id }: Json) => id),
        [ward.nurse.id],
      );
      assert.deepEqual(
        data.caregivers.map(({ id }: Json) => id).sort(),
        [ward.lead.id, ward.nurse.id].sort(),
      );
      assert.doesNotMatch(JSON.stringify(data.people), /heartRate|trend|email/);
      const all = (await everywhere.call('GET', '/stations/me/board')).body.data;
      const falls = all.falls.map(({ id }: Json) => id);
      assert.ok(falls.includes(fall) && falls.includes(elsewhere));
      assert.ok(all.caregivers.some(({ id }: Json) => id === admin.id));
      const log = (await as(ward.patient, 'GET', '/profile/me/access-log')).body.data ?? [];
      assert.ok(
        log.some(({ actorName }: Json) => actorName === 'Office'),
        JSON.stringify(log),
      );
    });

    it('hears the falls of the ward by socket, as the ward is at that moment, and may only ping', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const tablet = await enrol(ward.id);
      const live = await tablet.live();
      assert.equal(live.welcome.data.station.id, tablet.id);
      await fallOf(other.patient);
      const fall = await fallOf(ward.patient);
      const received = await live.next('response');
      assert.equal(received.data.fallId, fall);
      await sql(app.databaseUrl, 'UPDATE users SET ward_id = $1 WHERE id = $2', [ward.id, other.patient.id]);
      await live.next('board.changed');
      await sql(app.databaseUrl, 'UPDATE users SET ward_id = NULL WHERE id = $1', [ward.patient.id]);
      await live.next('board.changed');
      await fallOf(ward.patient);
      const second = await fallOf(other.patient);
      assert.equal((await live.next('response')).data.fallId, second);
      assert.equal((await live.ask({ type: 'ping' })).type, 'pong');
      for (const type of ['subscribe', 'acknowledge', 'answer', 'reading']) {
        const refused = await live.ask({ type, data: { patientId: other.patient.id } });
        assert.equal(refused.status, 403, type);
        assert.equal(refused.code, 'NOT_FOR_STATIONS');
      }
      assert.ok(!live.frames.some(({ type }) => type === 'message' || type === 'alert'));
      await live.close();
    });
  });

  describe('a person at a station', () => {
    it('sets and ends an absence in their ward, and the station shows it', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const tablet = await enrol(ward.id);
      await setPin(ward.nurse);
      const token = await unlocked(tablet, ward.nurse);
      const socket = await tablet.live();
      const call = (method: string, patient: Person, body?: object) =>
        app.call(method, `/patients/${patient.id}/absence`, {
          token,
          body,
          headers: { Cookie: tablet.cookie },
        });
      const body = { until: new Date(app.clock.now() + MINUTE_MS).toISOString() };
      assert.equal((await call('PUT', other.patient, body)).status, 403, 'of another ward');
      assert.equal((await call('PUT', ward.patient, body)).status, 200);
      await socket.next('board.changed');
      const shown = async () => (await tablet.call('GET', '/stations/me/board')).body.data.people[0].absence;
      assert.deepEqual([(await shown()).until, (await shown()).by.id], [body.until, ward.nurse.id]);
      const [line] = (await as(admin, 'GET', '/admin/logs?action=absence.set')).body.data;
      assert.deepEqual([line.actorId, line.station.id], [ward.nurse.id, tablet.id]);
      assert.equal((await call('DELETE', ward.patient)).status, 200);
      await socket.next('board.changed');
      assert.equal(await shown(), null);
      await socket.close();
    });

    it('claims, hands off, releases and resolves with a PIN; the station is in timeline and audit', async () => {
      const ward = await makeWard();
      const tablet = await enrol(ward.id);
      await Promise.all([setPin(ward.nurse), setPin(ward.lead)]);
      const fall = await fallOf(ward.patient);
      const token = await unlocked(tablet, ward.nurse);
      const claimed = await tablet.act(token, `/falls/${fall}/claim`, { etaMinutes: 3 });
      assert.equal(claimed.status, 200, JSON.stringify(claimed.body));
      assert.equal(claimed.body.data.response.claimedBy.id, ward.nurse.id);
      assert.equal(
        (await tablet.act(token, `/falls/${fall}/hand-off`, { caregiverId: ward.lead.id })).status,
        200,
      );
      assert.equal((await tablet.act(token, `/falls/${fall}/release`)).status, 200);
      const lead = await unlocked(tablet, ward.lead);
      assert.equal((await tablet.act(lead, `/falls/${fall}/resolve`, { outcome: 'HELPED' })).status, 200);
      const { data } = (await as(ward.nurse, 'GET', `/falls/${fall}/timeline`)).body;
      const acts = data.filter(({ type }: Json) =>
        ['claimed', 'offered', 'released', 'resolved'].includes(type),
      );
      assert.equal(acts.length, 4);
      for (const act of acts) assert.deepEqual(act.station, { id: tablet.id, name: 'Office' });
      assert.equal(data.find(({ type }: Json) => type === 'detected').station, undefined);
      await eventually('the audit log has the act', async () => {
        const lines = (await as(admin, 'GET', `/admin/logs?actorId=${ward.nurse.id}&limit=50`)).body.data;
        return lines.some(
          ({ action, station }: Json) => action === 'response.claimed' && station?.id === tablet.id,
        );
      });
    });

    it('acknowledges an alert of their own', async () => {
      const ward = await makeWard();
      const tablet = await enrol(ward.id);
      await setPin(ward.nurse);
      const fall = await fallOf(ward.patient);
      const alert = (await as(ward.nurse, 'GET', '/caregivers/alerts')).body.data[0];
      const others = (await as(ward.lead, 'GET', '/caregivers/alerts')).body.data[0];
      const token = await unlocked(tablet, ward.nurse);
      assert.equal((await tablet.act(token, `/caregivers/alerts/${others.id}/acknowledge`)).status, 403);
      assert.equal((await tablet.act(token, `/caregivers/alerts/${alert.id}/acknowledge`)).status, 200);
      const { data } = (await as(ward.nurse, 'GET', `/falls/${fall}/timeline`)).body;
      assert.equal(data.find(({ type }: Json) => type === 'claimed').station.id, tablet.id);
    });

    it('answers a morning question about a patient of the ward', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const tablet = await enrol(ward.id);
      await setPin(ward.nurse);
      await join(other.id, ward.nurse);
      const askedAbout = async ({ id }: Person): Promise<string> => {
        const [question] = await sql(
          app.databaseUrl,
          `WITH fall AS (INSERT INTO fall_events (user_id, confidence, status, source, created_at)
             VALUES ($1, 0.45, 'SUSPICIOUS', 'STREAM', now()) RETURNING id)
           INSERT INTO morning_questions (ward_id, day, patient_id, fall_id, still_minutes, created_at)
           SELECT (SELECT ward_id FROM users WHERE id = $1), now(), $1, id, 20, now() FROM fall RETURNING id`,
          [id],
        );
        return question?.id;
      };
      const [own, elsewhere] = [await askedAbout(ward.patient), await askedAbout(other.patient)];
      const shown = async () =>
        (await tablet.call('GET', '/stations/me/board')).body.data.morningQuestions.map(({ id }: Json) => id);
      assert.deepEqual(await shown(), [own]);
      const token = await unlocked(tablet, ward.nurse);
      const answer = (id: string) =>
        tablet.act(token, `/morning-questions/${id}/answer`, { answer: 'had_fallen' });
      assert.deepEqual([(await answer(elsewhere)).status, (await answer(own)).status], [403, 200]);
      assert.deepEqual(await shown(), []);
    });

    it('has a token for those endpoints, that station and 60 seconds', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const [tablet, beside] = [await enrol(ward.id), await enrol(ward.id)];
      await setPin(ward.nurse);
      await join(other.id, ward.nurse);
      const fall = await fallOf(ward.patient);
      const token = await unlocked(tablet, ward.nurse);
      const claim = `/falls/${fall}/claim`;
      for (const [method, path] of [
        ['GET', '/board'],
        ['GET', `/falls/${fall}`],
        ['GET', `/falls/${fall}/timeline`],
        ['GET', '/profile/me'],
        ['POST', '/auth/logout'],
        ['POST', '/device/sensor-stream'],
      ] as const) {
        const answer = await app.call(method, path, { token, headers: { Cookie: tablet.cookie } });
        assert.equal(answer.status, 403, path);
        assert.equal(answer.body.code, 'NOT_FOR_STATIONS', path);
      }
      assert.equal((await app.call('POST', claim, { token, body: {} })).status, 401, 'without the cookie');
      assert.equal((await beside.act(token, claim)).status, 401, 'at another station');
      const live = { token, headers: { Cookie: tablet.cookie } };
      assert.equal((await refusedLive(app, live)).status, 403);
      const inOther = await fallOf(other.patient);
      assert.equal((await tablet.act(token, `/falls/${inOther}/claim`)).status, 403, 'of another ward');
      // Ten seconds are left: more than the requests take on a busy machine.
      app.clock.advance(50_000);
      assert.equal((await tablet.act(token, claim)).status, 200);
      app.clock.advance(10_000);
      assert.equal((await tablet.act(token, claim)).status, 401, 'after 60 s');
    });

    it('who leaves the ward is refused at once, as is one who never was in it', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const tablet = await enrol(ward.id);
      await Promise.all([setPin(ward.nurse), setPin(other.nurse), setPin(ward.lead)]);
      const fall = await fallOf(ward.patient);
      const [token, lead] = [await unlocked(tablet, ward.nurse), await unlocked(tablet, ward.lead)];
      await sql(app.databaseUrl, 'DELETE FROM ward_members WHERE caregiver_id = $1', [ward.nurse.id]);
      await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [ward.lead.id]);
      for (const left of [token, lead])
        assert.equal((await tablet.act(left, `/falls/${fall}/claim`)).status, 401);
      const answers = await Promise.all(
        [ward.nurse, ward.lead, other.nurse, admin, ward.patient, { id: randomUUID() }].map((person) =>
          tablet.unlock(person),
        ),
      );
      for (const { status, body } of answers) assert.deepEqual([status, body], [401, answers[0]?.body]);
      assert.equal(answers[0]?.body.code, 'PIN_WRONG');
    });
  });

  describe('wrong PINs', () => {
    it('lock a person at all stations for 15 minutes, without a word on whether they have a PIN', async () => {
      const ward = await makeWard();
      const [tablet, beside] = [await enrol(ward.id), await enrol()];
      await setPin(ward.nurse);
      for (const person of [ward.nurse, ward.lead]) {
        for (let i = 0; i < 5; i++) {
          const wrong = await (i % 2 === 0 ? tablet : beside).unlock(person, WRONG);
          assert.equal(wrong.status, 401);
          assert.equal(wrong.body.code, 'PIN_WRONG');
        }
        for (const at of [tablet, beside]) {
          const locked = await at.unlock(person);
          assert.equal(locked.status, 429);
          assert.equal(locked.body.code, 'PIN_LOCKED');
          assert.ok(Number(locked.headers.get('retry-after')) > 890);
        }
      }
      app.clock.advance(15 * MINUTE_MS);
      assert.equal((await tablet.unlock(ward.nurse)).status, 200);
    });

    it('are counted before they are checked: guesses at once get no more than five tries', async () => {
      const ward = await makeWard();
      const tablets = await Promise.all([1, 2, 3, 4, 5].map(() => enrol(ward.id)));
      await setPin(ward.nurse);
      const guesses = await Promise.all(
        tablets.flatMap((tablet) => [1, 2, 3, 4].map((i) => tablet.unlock(ward.nurse, `915${i}`))),
      );
      const statuses = guesses.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 401).length, 5);
      assert.equal(statuses.filter((status) => status === 429).length, 15);
    });

    it('are forgotten with a right one', async () => {
      const ward = await makeWard();
      const tablet = await enrol(ward.id);
      await setPin(ward.nurse);
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 4; i++) assert.equal((await tablet.unlock(ward.nurse, WRONG)).status, 401);
        assert.equal((await tablet.unlock(ward.nurse)).status, 200);
      }
    });

    it('for a person of another ward lock nobody out there', async () => {
      const [ward, other] = [await makeWard(), await makeWard()];
      const [tablet, theirs] = [await enrol(ward.id), await enrol(other.id)];
      await setPin(other.nurse);
      for (let i = 0; i < 5; i++) assert.equal((await tablet.unlock(other.nurse)).status, 401);
      assert.equal((await tablet.unlock(other.nurse)).status, 429);
      assert.equal((await theirs.unlock(other.nurse)).status, 200);
    });
  });

  describe('leads and admins', () => {
    const noticesOf = async (person: Person, kind: string): Promise<readonly Json[]> =>
      (await as(person, 'GET', '/board')).body.data.notices.filter((notice: Json) => notice.kind === kind);
    const offline = async (person: Person, tablet: Tablet): Promise<number> =>
      (await noticesOf(person, 'STATION_OFFLINE')).filter(({ subject }) => subject.endsWith(tablet.id))
        .length;

    it('hear once of a station that is not connected for two minutes, until it is again', async () => {
      const ward = await makeWard();
      const tablet = await enrol(ward.id);
      const live = await tablet.live();
      await app.pass(3 * MINUTE_MS);
      assert.equal(await offline(ward.lead, tablet), 0, 'connected');
      await eventually(
        'the station is listed as connected',
        async () => (await as(ward.lead, 'GET', '/stations')).body.data[0].connected,
      );
      const received = await connectLive(app, { token: ward.lead.token });
      await live.close();
      await app.pass(MINUTE_MS);
      assert.equal(await offline(ward.lead, tablet), 0, 'after one minute');
      await app.pass(MINUTE_MS + 5_000);
      await app.pass(MINUTE_MS);
      const { data } = await received.find(
        ({ type, data }) => type === 'notice' && data.kind === 'STATION_OFFLINE',
      );
      assert.match(data.title, /Office/);
      assert.equal(received.frames.filter(({ type }) => type === 'notice').length, 1, 'once');
      assert.deepEqual(
        [await offline(ward.lead, tablet), await offline(admin, tablet), await offline(ward.nurse, tablet)],
        [1, 1, 0],
      );
      const listed = (await as(ward.lead, 'GET', '/stations')).body.data[0];
      assert.deepEqual([listed.connected, listed.lostAt !== null], [false, true]);
      const again = await tablet.live();
      await eventually('the notice ends', async () => (await offline(ward.lead, tablet)) === 0);
      await again.close();
      await app.pass(2 * MINUTE_MS + 5_000);
      assert.equal(await offline(ward.lead, tablet), 1, 'lost again');
      await as(admin, 'DELETE', `/stations/${tablet.id}`);
      await eventually('the notice ends with the station', async () => (await offline(admin, tablet)) === 0);
      await received.close();
    });

    it('and the person hear of a locked PIN, once', async () => {
      const ward = await makeWard();
      const tablet = await enrol(ward.id);
      await setPin(ward.nurse);
      for (let i = 0; i < 7; i++) await tablet.unlock(ward.nurse, WRONG);
      for (const [person, count] of [
        [ward.nurse, 1],
        [ward.lead, 1],
        [ward.patient, undefined],
        [admin, 0],
      ] as const)
        if (count !== undefined)
          assert.equal(
            (await noticesOf(person, 'PIN_LOCKED')).filter(({ subject }) => subject.endsWith(ward.nurse.id))
              .length,
            count,
          );
    });
  });
});
