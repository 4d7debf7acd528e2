import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { type PhoneGateway, startPhoneGateway } from '../helpers/phone-gateway.ts';
import { sql } from '../helpers/sql.ts';
import { setPolicy } from '../response/channels-of.ts';

let gateway: PhoneGateway;
let app: TestApp;
before(async () => {
  gateway = await startPhoneGateway();
  app = await startTestApp({
    VOICE_GATEWAY_URL: gateway.url,
    ALLOW_PRIVATE_TARGETS: 'true',
    RECEIPT_SECONDS: '300',
    LOG_LEVEL: 'error',
  });
});
after(async () => {
  await app.close();
  await gateway.close();
});

it('the next caregiver is called as soon as the first one does not answer', async () => {
  const admin = await logInAsAdmin(app);
  const patient = await signUp(app, 'PATIENT');
  const nurse = await signUp(app, 'CAREGIVER');
  await assign(app, nurse, patient);
  for (const [person, number] of [
    [nurse, '+491510000001'],
    [admin, '+491510000002'],
  ] as const)
    await sql(
      app.databaseUrl,
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
       VALUES ($1, 'call', $2, 'POTENTIAL', now(), now())`,
      [person.id, JSON.stringify({ number })],
    );
  await setPolicy(app, {
    steps: [
      { afterSeconds: 0, targets: ['assigned'], channels: ['call'] },
      { afterSeconds: 3600, targets: ['admins'], channels: ['call'] },
    ],
    repeats: { everySeconds: 3600, times: null },
  });
  const { id } = (await app.call('POST', '/help', { token: patient.token })).body.data;
  await eventually('the nurse is called', () => gateway.calls().length === 1);
  await outboxSettled(app);
  const deliveries = async (): Promise<Json[]> =>
    (await app.call('GET', `/falls/${id}/deliveries`, { token: admin.token })).body.data;
  assert.deepEqual(
    (await deliveries()).map(({ person, channel, attempt, acceptedAt, openedAt, failedAt }) => [
      person.id,
      channel,
      attempt,
      acceptedAt !== null,
      openedAt,
      failedAt,
    ]),
    [[nurse.id, 'call', 1, true, null, null]],
    'a call is there from its acceptance',
  );
  await gateway.post(gateway.calls()[0]?.fields.StatusCallback ?? '', {
    CallSid: 'CA1',
    CallStatus: 'no-answer',
  });
  await eventually('the admin is called', () => gateway.calls().length === 2);
  assert.equal(gateway.calls()[1]?.fields.To, '+491510000002');
  assert.deepEqual(
    (await deliveries()).filter(({ person }) => person.id === nurse.id).map(({ reason }) => reason),
    ['no answer'],
  );
  const { body } = await app.call('GET', `/falls/${id}/timeline`, { token: admin.token });
  assert.deepEqual(
    body.data.map(({ type, reason }: Json) => [type, reason]),
    [
      ['detected', undefined],
      ['told', 'no answer'],
      ['unreceived', undefined],
    ],
  );
});
