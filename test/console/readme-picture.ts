// `npm run picture`: the screenshot of the board in README.md, with invented residents.
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { assign } from '../helpers/care.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { openConsoles } from './browser.ts';

const PEOPLE = [
  { name: 'Rosa Marsh', room: '12', heartRate: 92, spo2: 95, battery: 64 },
  { name: 'Henry Olsen', room: '7', heartRate: 81, spo2: 97, battery: 81 },
  { name: 'Ida Brandt', room: '3', heartRate: 74, spo2: 96, battery: 9 },
  { name: 'Walter Kim', room: '15', heartRate: 66, spo2: 98, battery: 92 },
  { name: 'Elsie Novak', room: '4', heartRate: 112, spo2: 90, battery: 47 },
  { name: 'George Adeyemi', room: '9', heartRate: 71, spo2: 97, battery: 73 },
  { name: 'Maria Lindqvist', room: '2', heartRate: 69, spo2: 98, battery: 88 },
];
const VIOLENT = { accel_x: -15, accel_y: -12, accel_z: -5, gyro_x: 500, gyro_y: 450, gyro_z: -300 };

test('a screenshot of the board', async () => {
  const consoles = await openConsoles({ OK_WINDOW_SECONDS: '0' });
  const { app } = consoles;
  const named = (name: string) => ({ firstName: name.split(' ')[0], lastName: name.split(' ')[1] });
  const ann = await signUp(app, 'CAREGIVER', named('Ann Lee'));
  const bob = await signUp(app, 'CAREGIVER', named('Bob Ray'));
  const people: (Person & { readonly body: object })[] = [];
  for (const { name, room, heartRate, spo2, battery } of PEOPLE) {
    const person = await signUp(app, 'PATIENT', named(name));
    await assign(app, ann, person);
    await assign(app, bob, person);
    await app.call('PUT', `/patients/${person.id}`, { token: ann.token, body: { room } });
    const body = { ...resting(randomMac()), heart_rate: heartRate, spo2, battery_level: battery };
    await app.call('POST', '/device/sensor-stream', { token: person.token, body });
    people.push({ ...person, body });
  }
  await sql(
    app.databaseUrl,
    `INSERT INTO sensor_readings (device_key, recorded_at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                  confidence, health_score, heart_rate)
     SELECT d.key, now() - s * interval '5 minutes', 0, 0, 0, 9.8, 0, 0, 0, 0.1, 90,
            d.heart_rate + round(6 * sin(s * 0.9 + d.key))
     FROM devices d, generate_series(1, 11) s WHERE d.heart_rate IS NOT NULL`,
  );
  const [rosa, henry, ida] = people;
  const reportAt = (person: Person | undefined, confidence: number) =>
    app.call('POST', '/falls', { token: person?.token, body: { confidence } });
  await reportAt(ida, 0.6);
  await delay(1_200);
  const fall = { ...henry?.body, ...VIOLENT };
  await app.call('POST', '/device/sensor-stream', { token: henry?.token, body: fall });
  const { body } = await app.call('GET', '/falls', { token: henry?.token });
  await app.call('POST', `/falls/${body.data[0].id}/claim`, { token: bob.token, body: { etaMinutes: 2 } });
  await app.call('POST', '/help', { token: rosa?.token });

  const visit = await consoles.visit({ height: 800 });
  await visit.logIn(ann.email, PASSWORD);
  await visit.page.getByRole('region', { name: 'Alerts' }).getByText('Rosa Marsh').waitFor();
  await delay(2_000);
  await visit.page.screenshot({ path: join(process.cwd(), 'docs', 'console.png') });
  await visit.close();
  await consoles.close();
});
