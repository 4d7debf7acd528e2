import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi } from '../../firmware-sim/api.ts';
import { whatToOpen } from '../../firmware-sim/demo/screen.ts';
import { startReceiver } from '../helpers/receiver.ts';

const ID = '9c3b52b0-1ac0-43af-bbfc-e716feb9ee3c';

const person = (email: string, name: string) => ({
  id: ID,
  name,
  email,
  password: 'MWByJocC%3gC^tH7',
  token: '',
});

test('the first output of the demo fits 80 columns', () => {
  const caregivers = [
    { ...person('petra.schmid@demo.example.org', 'Petra Schmid'), pin: '471107' },
    { ...person('sven.berg@demo.example.org', 'Sven Berg'), pin: '260307' },
  ];
  const patients = [person('luis.lopez@demo.example.org', 'Luis Lopez')];
  const phone = {
    patient: person('you@demo.example.org', 'You (phone)'),
    deviceId: ID,
    mac: '02:00:00:00:00:01',
    token: 'x'.repeat(43),
  };
  const wards = [{ id: ID, name: 'Second floor', members: [0, 1], patients }];
  const text = whatToOpen({
    apiUrl: 'http://127.0.0.1:65535/api',
    mqttPort: 65_535,
    dataDir: '/tmp/vigil-demo-2CwJ5i',
    home: { admin: person('admin@demo.example.org', 'Admin'), caregivers, wards, phone },
  });
  assert.match(text, /sed 's\/\.\*"token":"\\\(\[\^"\]\*\\\)"\.\*\/\\1\/'/);
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
});

test('a rate limit of several minutes ends the simulator with advice that fits 80 columns', async (t) => {
  const service = await startReceiver((response) => {
    response.writeHead(429, { 'Retry-After': '720' }).end('{"success":false,"error":"Too many"}');
  });
  t.after(() => service.close());
  const api = createApi({ url: service.url, say: () => {}, signal: AbortSignal.timeout(5_000) });
  const account = { email: 'a@example.org', password: 'Secret!123', firstName: 'A', lastName: 'B' };
  await assert.rejects(api.as().post('/auth/signup', { body: account }), ({ message }: Error) => {
    assert.match(message, /no more \/auth\/signup from this address for 12 minutes/);
    assert.match(message, /RATE_LIMIT_SIGNUP=0/);
    for (const line of message.split('\n')) assert.ok(line.length <= 80, line);
    return true;
  });
});
