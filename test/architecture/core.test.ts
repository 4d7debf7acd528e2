import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CORE } from '../../src/app/modules.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, stream } from '../helpers/readings.ts';

/** docs/architecture.md, "Manifests". */
describe('the core without adapters', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp(
      {
        HOME_BROKER_URL: 'mqtt://127.0.0.1:1',
        ESPA_URL: 'espax://u:p@127.0.0.1:1',
        SMS_GATEWAY_URL: 'twilio://AC1:t@h.example?from=+4930123456',
        VOICE_GATEWAY_URL: 'twilio://AC1:t@h.example?from=+4930123456',
      },
      { modules: CORE },
    );
  });
  after(() => app.close());

  it('alerts a caregiver to a fall in a reading, who claims it', async () => {
    const [patient, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await assign(app, nurse, patient);
    const client = await live(app, nurse);
    const { fallDetected } = await stream(app, patient, blowOf.HIGH(randomMac()));
    assert.equal(fallDetected, true);
    const { data: alert } = await client.next('alert');
    assert.deepEqual([alert.patientId, alert.severity], [patient.id, 'HIGH']);
    const { status, body } = await app.call('POST', `/falls/${alert.fallId}/claim`, {
      token: nurse.token,
      body: {},
    });
    assert.deepEqual([status, body.data.response.state], [200, 'CLAIMED']);
    await client.close();
  });

  it('has no route and no gateway of an adapter', async () => {
    const { token } = await logInAsAdmin(app);
    for (const path of ['/sensors', '/board'])
      assert.equal((await app.call('GET', path, { token })).status, 404, path);
    assert.equal((await fetch(new URL('/fhir/metadata', app.url))).status, 404);
    assert.equal((await fetch(new URL('/api/hooks/sms', app.url), { method: 'POST' })).status, 404);
    const { body: health } = await app.call('GET', '/health');
    assert.deepEqual(health.data.channels, { sms: 'OFF', voice: 'OFF', pager: 'OFF', homeBroker: 'OFF' });
  });

  it('takes no channel whose messages an adapter sends', async () => {
    const { token } = await signUp(app, 'CAREGIVER');
    for (const [kind, number] of [
      ['sms', '+4915123456789'],
      ['call', '+4915123456789'],
      ['pager', '4711'],
    ]) {
      const { status, body } = await app.call('POST', '/profile/channels', { token, body: { kind, number } });
      assert.deepEqual([status, body.code], [409, 'NOT_CONFIGURED'], kind);
    }
  });
});
