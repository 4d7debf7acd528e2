import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { deleteFalls } from '../helpers/falls.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { patientNow } from '../helpers/patience.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import {
  accept,
  type PhoneGateway,
  type Placed,
  refuse,
  startPhoneGateway,
} from '../helpers/phone-gateway.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel, setPolicy } from '../response/channels-of.ts';

const MINUTE_MS = 60_000;
let numbers = 0;
const newNumber = (): string => {
  numbers += 1;
  return `+49151${String(numbers).padStart(7, '0')}`;
};

describe('phones', () => {
  let app: TestApp;
  let gateway: PhoneGateway;
  let receiver: Receiver;
  let admin: Person;
  let patient: Person;
  let nurse: Person;
  let number: string;

  before(async () => {
    gateway = await startPhoneGateway();
    receiver = await startReceiver();
    app = await startTestApp({
      SMS_GATEWAY_URL: gateway.url,
      VOICE_GATEWAY_URL: gateway.url,
      ALLOW_PRIVATE_TARGETS: 'true',
      CALLS_PER_PERSON_HOUR: '3',
      SMS_PER_PERSON_HOUR: '5',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
    });
    admin = await logInAsAdmin(app);
  });
  after(async () => {
    await app.close();
    await gateway.close();
    await receiver.close();
  });
  beforeEach(async () => {
    await deleteFalls(app);
    await outboxSettled(app);
    gateway.behave(accept);
    patient = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Brandt' });
    nurse = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Berg' });
    await assign(app, nurse, patient);
    number = newNumber();
    gateway.placed.length = 0;
  });

  const confirmed = (person: Person, kind: 'sms' | 'call', to = number) =>
    sql(
      app.databaseUrl,
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
       VALUES ($1, $2, $3, 'POTENTIAL', now(), now())`,
      [person.id, kind, JSON.stringify({ number: to })],
    );
  const only = (...channels: ('sms' | 'call' | 'webpush' | 'ntfy')[]) =>
    setPolicy(app, {
      steps: [
        { afterSeconds: 0, targets: ['assigned'], channels },
        { afterSeconds: 600, targets: ['assigned'], channels: ['sms', 'call'] },
      ],
      repeats: { everySeconds: 3600, times: null },
    });
  const helpFor = async (who = patient): Promise<string> => {
    const { body } = await app.call('POST', '/help', { token: who.token });
    return body.data.id as string;
  };
  const fallOf = async (id: string) =>
    (await app.call('GET', `/falls/${id}`, { token: admin.token })).body.data;
  const stateOf = async (id: string): Promise<string> => (await fallOf(id)).response.state;
  const timeline = async (id: string): Promise<Record<string, unknown>[]> =>
    (await app.call('GET', `/falls/${id}/timeline`, { token: admin.token })).body.data;
  const told = async (id: string) =>
    (await timeline(id))
      .filter(({ type }) => type === 'told')
      .map(({ channel, outcome, reason }) => [channel, outcome, reason]);
  const deliveries = async (id: string): Promise<Json> =>
    (await app.call('GET', `/falls/${id}/deliveries`, { token: admin.token })).body.data;
  const nth = async (what: 'sms' | 'calls', count: number): Promise<Placed> => {
    await eventually(`${count} ${what}`, () => gateway[what]().length >= count);
    return gateway[what]()[count - 1] as Placed;
  };
  const replied = (from: string, text: string, sid = `SM${randomUUID()}`) =>
    gateway.post(smsHook(), { From: from, To: '+4930123456', Body: text, MessageSid: sid });
  const smsHook = () => `http://localhost:${app.app.ports.http}/api/hooks/sms`;
  const answered = (call: Placed, more: Record<string, string> = {}) =>
    gateway.post(call.fields.Url ?? '', {
      CallSid: 'CA1',
      CallStatus: 'in-progress',
      AnsweredBy: 'human',
      ...more,
    });
  const keyUrl = (call: Placed) => `${call.fields.Url}&event=key`;
  const pressed = (call: Placed, Digits: string) =>
    gateway.post(keyUrl(call), { CallSid: 'CA1', CallStatus: 'in-progress', Digits });
  const ended = (call: Placed, CallStatus: string, more: Record<string, string> = {}) =>
    gateway.post(call.fields.StatusCallback ?? '', { CallSid: 'CA1', CallStatus, ...more });

  describe('numbers', () => {
    it('are confirmed by a code, in an SMS or spoken digit by digit, and can then be tested', async () => {
      for (const kind of ['sms', 'call'] as const) {
        const added = await app.call('POST', '/profile/channels', {
          token: nurse.token,
          body: { kind, number },
        });
        assert.equal(added.status, 201, JSON.stringify(added.body));
        assert.deepEqual(
          [added.body.data.number, added.body.data.verifiedAt, added.body.data.lastError],
          [number, null, null],
        );
        const { id } = added.body.data;
        const placed = gateway.placed.at(-1) as Placed;
        assert.equal(placed.fields.To, number);
        assert.equal(placed.fields.From, '+4930123456');
        const test = () => app.call('POST', `/profile/channels/${id}/test`, { token: nurse.token });
        assert.equal((await test()).status, 409, 'no test before the number is confirmed');
        const text = kind === 'sms' ? (placed.fields.Body ?? '') : (await answered(placed)).xml;
        if (kind === 'call') assert.match(text, /Your code is \d, \d, \d, \d, \d, \d\./);
        const code =
          /\d(?:, )?\d(?:, )?\d(?:, )?\d(?:, )?\d(?:, )?\d/.exec(text)?.[0].replaceAll(', ', '') ?? '';
        const verify = (given: string) =>
          app.call('POST', `/profile/channels/${id}/verify`, { token: nurse.token, body: { code: given } });
        const wrong = await verify(code === '000000' ? '000001' : '000000');
        assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [400, ['code']]);
        assert.equal((await verify(code)).status, 200);
        assert.deepEqual((await test()).body.data, { delivered: true, status: 201, error: null });
      }
    });

    it('have a country code and no spaces', async () => {
      for (const bad of [
        '0151 1234567',
        '+49 151 1234567',
        '+0491511234567',
        '+49',
        '',
        'ann',
        `+${'1'.repeat(16)}`,
      ]) {
        const { status, body } = await app.call('POST', '/profile/channels', {
          token: nurse.token,
          body: { kind: 'sms', number: bad },
        });
        assert.deepEqual([status, Object.keys(body.details)], [400, ['number']], bad);
      }
      assert.equal(gateway.placed.length, 0);
    });

    it('are refused where no gateway is configured', async () => {
      const other = await startTestApp();
      try {
        const person = await signUp(other);
        for (const kind of ['sms', 'call']) {
          const { status, body } = await other.call('POST', '/profile/channels', {
            token: person.token,
            body: { kind, number },
          });
          assert.deepEqual([status, body.code], [409, 'NOT_CONFIGURED']);
        }
        const hook = `http://localhost:${other.app.ports.http}/api/hooks/sms`;
        assert.equal((await gateway.post(hook, { From: number, Body: '1' })).status, 403);
      } finally {
        await other.close();
      }
    });
  });

  describe('an SMS', () => {
    beforeEach(() => only('sms'));

    it('tells of a fall with a link, and the reply 1 claims it', async () => {
      await confirmed(nurse, 'sms');
      const fall = await helpFor();
      const { fields } = await nth('sms', 1);
      assert.match(
        fields.Body ?? '',
        /^EMERGENCY: Rosa Brandt calls for help, \d\d:\d\d\. Going\? Reply 1 or tap http:\/\/localhost:\d+\/claim\/[\w-]{22}$/,
      );
      await outboxSettled(app);
      const { status, xml } = await replied(number, ' 1\n');
      assert.equal(status, 200);
      assert.match(xml, /<Message>You have taken over: Rosa Brandt\.<\/Message>/);
      assert.equal((await fallOf(fall)).response.claimedBy.id, nurse.id);
      assert.deepEqual(await told(fall), [['sms', 'delivered', undefined]]);
    });

    it('is answered with help for any other reply, and not at all for unknown numbers', async () => {
      await confirmed(nurse, 'sms');
      const fall = await helpFor();
      await nth('sms', 1);
      await outboxSettled(app);
      for (const text of ['', '2', 'yes', '11', '1'.repeat(1600), '😀']) {
        const { status, xml } = await replied(number, text);
        assert.equal(status, 200, text);
        if (!xml.includes('<Message>')) assert.match(xml, /<Response><\/Response>/, 'beyond the limit');
        else assert.match(xml, /reply 1 to take over the newest alert/);
      }
      const stranger = await replied('+499999999999', '1');
      assert.deepEqual([stranger.status, stranger.xml.includes('<Message>')], [200, false]);
      assert.equal(await stateOf(fall), 'OPEN');
    });

    it('is claimed once by a reply that the gateway sends twice', async () => {
      await confirmed(nurse, 'sms');
      const fall = await helpFor();
      await nth('sms', 1);
      await outboxSettled(app);
      await replied(number, '1', 'SM-twice');
      await app.call('POST', `/falls/${fall}/release`, { token: nurse.token });
      const again = await replied(number, '1', 'SM-twice');
      assert.deepEqual([again.status, again.xml.includes('<Message>')], [200, false]);
      assert.equal(await stateOf(fall), 'OPEN');
    });

    it('is claimed by nobody whose reply is forged, unsigned, or sent to another address', async () => {
      await confirmed(nurse, 'sms');
      const fall = await helpFor();
      await nth('sms', 1);
      await outboxSettled(app);
      const fields = { From: number, Body: '1', MessageSid: 'SM-forged' };
      for (const signature of ['', 'AAAA', Buffer.alloc(20).toString('base64')])
        assert.equal((await gateway.post(smsHook(), fields, signature)).status, 403);
      const elsewhere = smsHook().replace('/sms', '/voice');
      assert.equal((await gateway.post(elsewhere, fields, 'x')).status, 403);
      const json = await app.call('POST', '/hooks/sms', { body: fields });
      assert.equal(json.status, 403, 'no form');
      const large = await gateway.post(smsHook(), { ...fields, Body: '1'.repeat(40_000) });
      assert.equal(large.status, 413);
      assert.equal(await stateOf(fall), 'OPEN');
    });

    it('claims nothing for a caregiver who has left the care team, and does not name the resident', async () => {
      await confirmed(nurse, 'sms');
      const fall = await helpFor();
      await nth('sms', 1);
      await outboxSettled(app);
      await sql(app.databaseUrl, 'DELETE FROM assignments WHERE caregiver_id = $1', [nurse.id]);
      const { xml } = await replied(number, '1');
      assert.doesNotMatch(xml, /Rosa/);
      assert.equal(await stateOf(fall), 'OPEN');
    });

    it('claims nothing after an hour, or when the fall is resolved, and says who is on the way', async () => {
      await confirmed(nurse, 'sms');
      const other = await signUp(app, 'CAREGIVER', { firstName: 'Ben', lastName: 'Other' });
      await assign(app, other, patient);
      const fall = await helpFor();
      await nth('sms', 1);
      await outboxSettled(app);
      await app.call('POST', `/falls/${fall}/claim`, { token: other.token });
      assert.match((await replied(number, '1')).xml, /Ben Other is on the way to Rosa Brandt/);
      assert.equal((await fallOf(fall)).response.claimedBy.id, other.id);
      await app.call('POST', `/falls/${fall}/resolve`, { token: other.token, body: { outcome: 'HELPED' } });
      assert.match((await replied(number, '1')).xml, /reply 1 to take over/);
      assert.equal(await stateOf(fall), 'RESOLVED');
      await app.pass(MINUTE_MS);
      const late = await helpFor();
      await nth('sms', 2);
      await outboxSettled(app);
      await sql(app.databaseUrl, `UPDATE delivery_attempts SET at = at - interval '61 min'`);
      assert.match((await replied(number, '1')).xml, /reply 1 to take over/);
      assert.notEqual((await fallOf(late)).response.claimedBy?.id, nurse.id);
      await app.call('POST', `/falls/${late}/resolve`, { token: admin.token, body: { outcome: 'HELPED' } });
    });

    it('to a number of two people is claimed for the one on duty', async () => {
      const other = await signUp(app, 'CAREGIVER', { firstName: 'Ben', lastName: 'Other' });
      await assign(app, other, patient);
      await confirmed(nurse, 'sms');
      await confirmed(other, 'sms');
      const until = new Date(app.clock.now() + 60 * MINUTE_MS).toISOString();
      await app.call('POST', '/caregivers/me/shift', { token: other.token, body: { until } });
      const fall = await helpFor();
      await nth('sms', 2);
      await outboxSettled(app);
      await replied(number, '1');
      assert.equal((await fallOf(fall)).response.claimedBy.id, other.id);
    });

    it('goes at once; falls of the next minute are one more at its end', async () => {
      await confirmed(nurse, 'sms');
      const others: Person[] = [];
      for (let i = 0; i < 3; i += 1) {
        const one = await signUp(app, 'PATIENT', { firstName: 'Pat', lastName: `Room${i}` });
        await assign(app, nurse, one);
        others.push(one);
      }
      await helpFor();
      await nth('sms', 1);
      await outboxSettled(app);
      for (const one of others) await helpFor(one);
      await app.pass(40_000);
      await outboxSettled(app);
      assert.equal(gateway.sms().length, 1, 'not after 40 s');
      await app.pass(20_000);
      const { fields } = await nth('sms', 2);
      assert.match(fields.Body ?? '', /^3 alerts: /);
      await outboxSettled(app);
      assert.equal(gateway.sms().length, 2);
    });

    it('offers a hand-off as such, and the reply 1 takes over that fall, not a newer one of another caregiver', async () => {
      const [ben, otto] = [
        await signUp(app, 'CAREGIVER', { firstName: 'Ben', lastName: 'Other' }),
        await signUp(app, 'PATIENT', { firstName: 'Otto', lastName: 'Lind' }),
      ];
      await assign(app, ben, patient);
      await assign(app, nurse, otto);
      await confirmed(nurse, 'sms');
      const older = await helpFor();
      await nth('sms', 1);
      await outboxSettled(app);
      await app.pass(MINUTE_MS);
      const newer = await helpFor(otto);
      await nth('sms', 2);
      await outboxSettled(app);
      for (const fall of [older, newer])
        await app.call('POST', `/falls/${fall}/claim`, { token: fall === older ? ben.token : admin.token });
      await app.pass(1_000);
      const body = { caregiverId: nurse.id };
      await app.call('POST', `/falls/${older}/hand-off`, { token: ben.token, body });
      const { fields } = await nth('sms', 3);
      assert.match(
        fields.Body ?? '',
        /^Ben Other asks you to take over: Rosa Brandt, \d\d:\d\d\. Going\? Reply 1 or tap http:\S+\/claim\/\S+$/,
      );
      await outboxSettled(app);
      assert.match((await replied(number, '1')).xml, /You have taken over: Rosa Brandt/);
      assert.equal((await fallOf(older)).response.claimedBy.id, nurse.id);
      assert.equal((await fallOf(newer)).response.claimedBy.id, admin.id);
    });

    it('that the gateway could not deliver afterwards is in the timeline and at the channel', async () => {
      await confirmed(nurse, 'sms');
      const fall = await helpFor();
      const { fields } = await nth('sms', 1);
      await outboxSettled(app);
      const status = (MessageStatus: string, more = {}) =>
        gateway.post(fields.StatusCallback ?? '', { MessageSid: 'SM1', MessageStatus, ...more });
      await status('sent');
      for (let i = 0; i < 2; i += 1) await status('undelivered', { ErrorCode: '30003' });
      assert.deepEqual(await told(fall), [['sms', 'failed', 'the SMS was not delivered: error 30003']]);
      const [{ acceptedAt, receivedAt, failedAt }] = await deliveries(fall);
      assert.ok(acceptedAt !== null && receivedAt === null && failedAt !== null);
      await replied(number, '1');
      assert.equal((await fallOf(fall)).response.claimedBy.id, nurse.id, 'who replies has got it');
    });

    it('that the gateway gives up hours later, because the phone was off, has failed', async () => {
      await confirmed(nurse, 'sms');
      const fall = await helpFor();
      const { fields } = await nth('sms', 1);
      await outboxSettled(app);
      await app.call('POST', `/falls/${fall}/resolve`, { token: admin.token, body: { outcome: 'HELPED' } });
      const status = (MessageStatus: string) =>
        gateway.post(fields.StatusCallback ?? '', { MessageSid: 'SM1', MessageStatus });
      await app.pass(600 * MINUTE_MS);
      await status('undelivered');
      admin = await logInAsAdmin(app);
      assert.deepEqual(await told(fall), [['sms', 'failed', 'the SMS was not delivered']]);
    });

    it('that the gateway has delivered is received', async () => {
      await confirmed(nurse, 'sms');
      const fall = await helpFor();
      const { fields } = await nth('sms', 1);
      await outboxSettled(app);
      assert.equal((await deliveries(fall))[0].receivedAt, null);
      await gateway.post(fields.StatusCallback ?? '', { MessageSid: 'SM1', MessageStatus: 'delivered' });
      const [{ person, channel, receivedAt, openedAt, failedAt }] = await deliveries(fall);
      assert.deepEqual([person.id, channel, openedAt, failedAt], [nurse.id, 'sms', null, null]);
      assert.ok(receivedAt);
    });

    it('is limited per person and hour; the rest fail with the reason, and the escalation goes on', async () => {
      await confirmed(nurse, 'sms');
      await setPolicy(app, {
        steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['sms'] }],
        repeats: { everySeconds: 120, times: null },
      });
      const fall = await helpFor();
      for (let i = 1; i <= 5; i += 1) {
        await nth('sms', i);
        await outboxSettled(app);
        await app.pass(2 * MINUTE_MS);
      }
      await eventually('a try fails', async () => (await told(fall)).length >= 6);
      assert.deepEqual((await told(fall))[5], [
        'sms',
        'failed',
        'the limit of 5 SMS an hour to a person is reached',
      ]);
      assert.equal(gateway.sms().length, 5);
      assert.ok((await fallOf(fall)).response.nextStepAt);
      await app.call('POST', `/falls/${fall}/resolve`, { token: admin.token, body: { outcome: 'HELPED' } });
      await app.pass(60 * MINUTE_MS);
      await helpFor();
      await nth('sms', 6);
    });
  });

  describe('a call', () => {
    beforeEach(() => only('call'));

    it('says the alert twice in the person’s language, and 1 takes over', async () => {
      await sql(app.databaseUrl, `UPDATE users SET language = 'de' WHERE id = $1`, [nurse.id]);
      await sql(app.databaseUrl, `UPDATE users SET room = '12', first_name = 'Röschen & Ço' WHERE id = $1`, [
        patient.id,
      ]);
      await confirmed(nurse, 'call');
      const fall = await helpFor();
      const call = await nth('calls', 1);
      assert.equal(call.fields.MachineDetection, 'Enable');
      await outboxSettled(app);
      assert.deepEqual(await told(fall), [], 'nothing is known yet');
      const { status, xml } = await answered(call);
      assert.equal(status, 200);
      const said = xml.match(/<Say language="de-DE">[^<]*Röschen &amp; Ço Brandt[^<]*Zimmer 12[^<]*<\/Say>/g);
      assert.equal(said?.length, 2);
      assert.match(xml, /drücken Sie die 1/);
      assert.deepEqual(await told(fall), [['call', 'delivered', undefined]]);
      const [{ acceptedAt, openedAt }] = await deliveries(fall);
      assert.ok(acceptedAt !== null && openedAt !== null);
      assert.match(
        (await pressed(call, '1')).xml,
        /Sie haben übernommen: Röschen &amp; Ço Brandt, Zimmer 12/,
      );
      assert.equal((await fallOf(fall)).response.claimedBy.id, nurse.id);
      await ended(call, 'completed');
      assert.equal((await told(fall)).length, 1);
    });

    it('is used once: a replayed key has no effect', async () => {
      await confirmed(nurse, 'call');
      const fall = await helpFor();
      const call = await nth('calls', 1);
      await outboxSettled(app);
      await answered(call);
      await pressed(call, '1');
      await app.call('POST', `/falls/${fall}/release`, { token: nurse.token });
      for (const digit of ['1', '2']) assert.match((await pressed(call, digit)).xml, /recorded before/);
      assert.equal(await stateOf(fall), 'OPEN');
      assert.ok(!(await timeline(fall)).some(({ type }) => type === 'passed'));
    });

    it('passes the fall on with 2: the next step is taken at once, without this person', async () => {
      const other = await signUp(app, 'CAREGIVER', { firstName: 'Ben', lastName: 'Other' });
      await assign(app, other, patient);
      await confirmed(nurse, 'call');
      await confirmed(nurse, 'sms');
      await confirmed(other, 'sms', newNumber());
      const fall = await helpFor();
      const call = await nth('calls', 1);
      await outboxSettled(app);
      await answered(call);
      assert.match((await pressed(call, '5')).xml, /<Gather/, 'any other key asks again');
      assert.match((await pressed(call, '2')).xml, /passed on/);
      const sms = await nth('sms', 1);
      await outboxSettled(app);
      assert.notEqual(sms.fields.To, number);
      assert.equal(gateway.sms().length, 1);
      assert.equal((await fallOf(fall)).response.step, 2);
      const passed = (await timeline(fall)).filter(({ type }) => type === 'passed');
      assert.deepEqual(
        passed.map(({ by }) => by),
        [{ id: nurse.id, name: 'Ann Berg' }],
      );
    });

    it('passed on does not make the fall look older: metrics still measure from its start', async () => {
      await confirmed(nurse, 'call');
      const fall = await helpFor();
      const call = await nth('calls', 1);
      await outboxSettled(app);
      await answered(call);
      await pressed(call, '2');
      await eventually('the next step', async () => (await fallOf(fall)).response.step === 2);
      await app.pass(6_000);
      const unanswered = async (): Promise<number> => {
        const metrics = await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`);
        return Number(/^vigil_unanswered_age_seconds (\S+)$/m.exec(await metrics.text())?.[1]);
      };
      await eventually('the fall is counted', async () => (await unanswered()) > 0);
      // The second step was planned ten minutes after the first.
      assert.ok((await unanswered()) < 300, String(await unanswered()));
    });

    it('asks those who have passed on again rather than no one', async () => {
      await confirmed(nurse, 'call');
      await setPolicy(app, {
        steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['call'] }],
        repeats: { everySeconds: 60, times: null },
      });
      await helpFor();
      const call = await nth('calls', 1);
      await outboxSettled(app);
      await answered(call);
      await pressed(call, '2');
      await nth('calls', 2);
    });

    it('that nobody answers is a failed try, once, whatever is reported later', async () => {
      const reasons = [
        ['busy', {}, 'busy'],
        ['no-answer', {}, 'no answer'],
        ['failed', {}, 'the call failed'],
        ['canceled', {}, 'the call was cancelled'],
        ['completed', { AnsweredBy: 'machine_start' }, 'an answering machine answered'],
        ['completed', {}, 'the call ended before the message was read'],
      ] as const;
      for (const [i, [status, more, reason]] of reasons.entries()) {
        const one = await signUp(app, 'CAREGIVER');
        const resident = await signUp(app);
        await assign(app, one, resident);
        await confirmed(one, 'call', newNumber());
        const fall = await helpFor(resident);
        const call = await nth('calls', i + 1);
        await outboxSettled(app);
        await ended(call, 'ringing');
        await ended(call, status, more);
        await ended(call, 'busy');
        assert.deepEqual(await told(fall), [['call', 'failed', reason]]);
        const { body } = await app.call('GET', '/profile/channels', { token: one.token });
        assert.equal(body.data[0].lastError, reason);
      }
    });

    it('to an answering machine hangs up and names no one', async () => {
      await confirmed(nurse, 'call');
      const fall = await helpFor();
      const call = await nth('calls', 1);
      await outboxSettled(app);
      const { xml } = await answered(call, { AnsweredBy: 'machine_end_beep' });
      assert.match(xml, /<Hangup\/>/);
      assert.doesNotMatch(xml, /Rosa/);
      assert.deepEqual(await told(fall), [['call', 'failed', 'an answering machine answered']]);
    });

    it('of which the gateway reports nothing is a failed try after a while', async () => {
      await confirmed(nurse, 'call');
      const fall = await helpFor();
      await nth('calls', 1);
      await outboxSettled(app);
      await app.pass(95_000);
      await eventually('the call has ended', async () => (await told(fall)).length === 1);
      assert.deepEqual(await told(fall), [['call', 'failed', 'the gateway reported nothing']]);
    });

    it('says how things stand when it is answered: taken over, resolved, or none of their business', async () => {
      await confirmed(nurse, 'call');
      const fall = await helpFor();
      const call = await nth('calls', 1);
      await outboxSettled(app);
      await app.call('POST', `/falls/${fall}/claim`, { token: admin.token });
      assert.match((await answered(call)).xml, /is on the way to Rosa Brandt/);
      assert.match((await pressed(call, '1')).xml, /is on the way to Rosa Brandt/);
      await app.call('POST', `/falls/${fall}/resolve`, { token: admin.token, body: { outcome: 'HELPED' } });
      assert.match((await answered(call)).xml, /This alert is closed/);
      assert.equal(await stateOf(fall), 'RESOLVED');
      await app.pass(MINUTE_MS);
      const next = await helpFor();
      const second = await nth('calls', 2);
      await outboxSettled(app);
      await sql(app.databaseUrl, 'DELETE FROM assignments WHERE caregiver_id = $1', [nurse.id]);
      const { xml } = await answered(second);
      assert.doesNotMatch(xml, /Rosa/);
      assert.doesNotMatch((await pressed(second, '1')).xml, /Rosa/);
      assert.equal(await stateOf(next), 'OPEN');
    });

    it('offers a hand-off: 1 takes over, 2 declines, and the holder is called with the answer', async () => {
      const ben = await signUp(app, 'CAREGIVER', { firstName: 'Ben', lastName: 'Other' });
      await assign(app, ben, patient);
      const fall = await helpFor();
      await app.call('POST', `/falls/${fall}/claim`, { token: ben.token });
      await confirmed(nurse, 'call');
      await confirmed(ben, 'call', newNumber());
      const offer = () =>
        app.call('POST', `/falls/${fall}/hand-off`, { token: ben.token, body: { caregiverId: nurse.id } });
      await offer();
      const first = await nth('calls', 1);
      await outboxSettled(app);
      assert.match(
        (await answered(first)).xml,
        /Ben Other asks you to take over: Rosa Brandt\. To take over/,
      );
      assert.match((await pressed(first, '2')).xml, /You have declined\. Your colleague stays responsible/);
      assert.deepEqual((await fallOf(fall)).response.offeredTo, null);
      assert.ok((await timeline(fall)).some(({ type }) => type === 'declined'));
      const second = await nth('calls', 2);
      await outboxSettled(app);
      const { xml } = await answered(second);
      assert.match(xml, /Ann Berg can(&apos;|&#39;|')t take over: Rosa Brandt/);
      assert.doesNotMatch(xml, /<Gather/, 'there is nothing to press');
      assert.doesNotMatch((await pressed(second, '2')).xml, /passed on/);
      assert.equal((await fallOf(fall)).response.claimedBy.id, ben.id);
      await offer();
      const third = await nth('calls', 3);
      await outboxSettled(app);
      await answered(third);
      assert.match((await pressed(third, '1')).xml, /You have taken over: Rosa Brandt/);
      assert.equal((await fallOf(fall)).response.claimedBy.id, nurse.id);
    });

    it('says that a shift has ended with an open claim, although its holder still has it', async () => {
      const ben = await signUp(app, 'CAREGIVER', { firstName: 'Ben', lastName: 'Other' });
      await assign(app, ben, patient);
      const until = new Date(app.clock.now() + 60 * MINUTE_MS).toISOString();
      await app.call('POST', '/caregivers/me/shift', { token: ben.token, body: { until } });
      const fall = await helpFor();
      await app.call('POST', `/falls/${fall}/claim`, { token: ben.token });
      await confirmed(nurse, 'call');
      await app.call('DELETE', '/caregivers/me/shift', { token: ben.token });
      const call = await nth('calls', 1);
      await outboxSettled(app);
      assert.match((await answered(call)).xml, /Shift over, claim still open: Rosa Brandt/);
    });

    it('cannot be answered with a forged signature, another token, or after an hour', async () => {
      await confirmed(nurse, 'call');
      const fall = await helpFor();
      const call = await nth('calls', 1);
      await outboxSettled(app);
      const fields = { CallSid: 'CA1', Digits: '1' };
      assert.equal((await gateway.post(keyUrl(call), fields, 'forged')).status, 403);
      const other = `${keyUrl(call)}`.replace(/t=.{22}/, `t=${'x'.repeat(22)}`);
      for (const url of [
        other,
        other.replace(/t=x+/, 't=%00'),
        other.replace(/t=x+/, `t=${'x'.repeat(2_000)}`),
      ])
        assert.match((await gateway.post(url, fields)).xml, /<Hangup\/>/);
      await app.pass(61 * MINUTE_MS);
      assert.match((await gateway.post(keyUrl(call), fields)).xml, /<Hangup\/>/);
      assert.notEqual(await stateOf(fall), 'CLAIMED');
      await app.call('POST', `/falls/${fall}/resolve`, { token: admin.token, body: { outcome: 'HELPED' } });
    });
  });

  describe('a gateway', () => {
    beforeEach(() => only('sms', 'ntfy'));
    const channelOf = async () =>
      (await app.call('GET', '/profile/channels', { token: nurse.token })).body.data[0];
    const health = async () => (await app.call('GET', '/health')).body.data;

    it('that says the person has unsubscribed disables the channel; a successful test enables it', async () => {
      await confirmed(nurse, 'sms');
      gateway.behave(refuse(400, 21610));
      const fall = await helpFor();
      await eventually('the try is recorded', async () => (await told(fall)).length === 1);
      assert.match(String((await told(fall))[0]?.[2]), /error 21610/);
      const { id, disabledAt } = await channelOf();
      assert.ok(disabledAt);
      gateway.behave(accept);
      await app.call('POST', `/profile/channels/${id}/test`, { token: nurse.token });
      assert.equal((await channelOf()).disabledAt, null);
    });

    it('that limits us is tried again after its Retry-After; failures cost nothing of the limit', async () => {
      await confirmed(nurse, 'sms');
      gateway.behave(refuse(429, 20429, { 'retry-after': '20' }));
      const fall = await helpFor();
      await nth('sms', 1);
      await outboxSettled(app);
      await app.pass(10_000);
      await outboxSettled(app);
      assert.equal(gateway.sms().length, 1);
      gateway.behave(accept);
      await app.pass(11_000);
      await nth('sms', 2);
      await outboxSettled(app);
      assert.equal((await told(fall)).at(-1)?.[1], 'delivered');
      const uses = await sql(app.databaseUrl, 'SELECT FROM phone_uses WHERE person_id = $1', [nurse.id]);
      assert.equal(uses.length, 1);
    });

    it('that redirects is not followed', async () => {
      await confirmed(nurse, 'sms');
      gateway.behave((_, response) => response.writeHead(302, { location: `${receiver.url}/stolen` }).end());
      const fall = await helpFor();
      await eventually('the try is recorded', async () => (await told(fall)).length >= 1);
      assert.match(String((await told(fall))[0]?.[2]), /redirects are not followed/);
      assert.ok(!receiver.received.some(({ path }) => path === '/stolen'));
      await app.call('POST', `/falls/${fall}/resolve`, { token: admin.token, body: { outcome: 'HELPED' } });
    });

    it('that hangs delays no other channel', async () => {
      await confirmed(nurse, 'sms');
      await addChannel(app, nurse, 'ntfy', `${receiver.url}/hanging`);
      const held: (() => void)[] = [];
      gateway.behave((placed, response) => held.push(() => accept(placed, response)));
      const before = receiver.received.length;
      for (let i = 0; i < 20; i += 1) {
        const resident = await signUp(app);
        const caregiver = await signUp(app, 'CAREGIVER');
        await assign(app, caregiver, resident);
        await confirmed(caregiver, 'sms', newNumber());
        await helpFor(resident);
      }
      await nth('sms', 16);
      const started = patientNow();
      await helpFor();
      await eventually('ntfy has arrived', () => receiver.received.length > before);
      assert.ok(patientNow() - started < 5_000, 'while the gateway hangs');
      gateway.behave(accept);
      for (const go of held) go();
      await nth('sms', 21);
      await outboxSettled(app);
    });

    it('that fails several times in a row is DEGRADED, without changing the status, until it works', async () => {
      assert.deepEqual((await health()).channels, {
        sms: 'OK',
        voice: 'OK',
        pager: 'OFF',
        homeBroker: 'OFF',
      });
      await confirmed(nurse, 'sms');
      const [channel] = await sql(
        app.databaseUrl,
        'SELECT id FROM notification_channels WHERE user_id = $1',
        [nurse.id],
      );
      const test = () => app.call('POST', `/profile/channels/${channel?.id}/test`, { token: nurse.token });
      gateway.behave(refuse(500, 20500));
      for (const state of ['OK', 'OK', 'DEGRADED']) {
        assert.equal((await test()).body.data.delivered, false);
        assert.equal((await health()).channels.sms, state);
      }
      assert.equal((await health()).status, 'HEALTHY');
      gateway.behave(accept);
      await test();
      assert.equal((await health()).channels.sms, 'OK');
    });
  });
});
