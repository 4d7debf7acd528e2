// The program of a plain JavaScript project in which the packed client is installed: VIGIL_URL, VIGIL_MQTT_URL.
import { createRest, LiveSocket, mqttLink, Wearable } from 'vigil-client';
import { WebSocket } from 'ws';

const { VIGIL_URL: url, VIGIL_MQTT_URL: mqttUrl } = process.env;
const say = (line) => process.stdout.write(`${line}\n`);
const account = { email: 'grace@example.org', password: 'Secret!123' };
const macAddress = 'AA:BB:CC:DD:EE:02';
const motion = { accel_x: 0.5, accel_y: 0.3, accel_z: 9.8, gyro_x: null, gyro_y: null, gyro_z: null };
const reading = { device_id: macAddress, ...motion, uptime_ms: 1000 };

const granted = (answer) => {
  if (!answer.ok) throw new Error(`${answer.status} ${answer.error}`);
  return answer;
};

const vigil = createRest({ url, renew: () => vigil.post('/auth/login', { body: account }) });
granted(await vigil.post('/auth/signup', { body: { ...account, firstName: 'Grace', lastName: 'Roth' } }));
const me = granted(await vigil.get('/me')).data;
say(`logged in: ${me.firstName}`);

const token = granted(
  await vigil.post('/patients/{id}/devices', { path: { id: me.id }, body: { macAddress } }),
).data.token;

let live;
await new Promise((resolve) => {
  live = new LiveSocket({
    url,
    session: vigil.session,
    WebSocket,
    onFrame: () => {},
    onState: ({ state }) => state === 'live' && resolve(),
  });
});
say('live');

granted(await vigil.post('/device/sensor-stream', { body: reading }));
say('stored by HTTP');

const wearable = new Wearable({
  macAddress,
  link: mqttLink({ url: mqttUrl, macAddress, password: token, protocolVersion: 5 }),
  onAnswered: (_, { kind }) => say(`MQTT: ${kind}`),
});
const help = await wearable.press('help');
say(`help: ${help.kind}`);
wearable.measured([[0.5, 0.3, 9.8]]);
await wearable.flush();
await wearable.close();
live.close();

say(`falls: ${granted(await vigil.get('/falls')).pagination.total}`);
