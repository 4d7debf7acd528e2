import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { MINUTE_MS } from '../../src/platform/time.ts';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, join } from '../mqtt/clients.ts';
import { type FhirApp, linkOf, startFhirApp } from './fhir-app.ts';

const HOUR = 3_600_000;
/** Of the 30 hours before this one: without readings, without a heart rate, without either. */
const [SILENT, NO_PULSE, NOTHING] = [5, 6, 7];

describe('vital signs in FHIR', () => {
  let fhir: FhirApp;
  let admin: Person;
  let cara: Person;
  let pat: Person;
  /** The start of this hour, which is not finished. */
  let now: number;
  before(async () => {
    fhir = await startFhirApp();
    admin = await logInAsAdmin(fhir.app);
    cara = await signUp(fhir.app, 'CAREGIVER');
    pat = await signUp(fhir.app);
    await assign(fhir.app, cara, pat);
    await stream(fhir.app, pat, resting(randomMac(), { heart_rate: 70, spo2: 97 }));
    const [device] = await sql(
      fhir.app.databaseUrl,
      'UPDATE devices SET heart_rate = 70, spo2 = 97 WHERE user_id = $1 RETURNING key',
      [pat.id],
    );
    now = Math.floor(Date.now() / HOUR) * HOUR;
    await sql(
      fhir.app.databaseUrl,
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                    confidence, health_score, heart_rate, spo2)
       SELECT to_timestamp($2::float8 / 1000) - h * interval '1 hour' + minute * interval '1 minute', 0, $1, 0, 0, 9.8, 0, 0, 0,
              0, 100, CASE WHEN h NOT IN (${NO_PULSE}, ${NOTHING}) THEN 60 + h + minute / 29 END,
              CASE WHEN h <> ${NOTHING} THEN 95 END
       FROM generate_series(1, 30) AS h, unnest(ARRAY[0, 29]) AS minute WHERE h <> ${SILENT}`,
      [device.key, now],
    );
  });
  after(() => fhir.close());

  const hourOf = (before: number): string =>
    new Date(now - before * HOUR).toISOString().slice(0, 13).replaceAll(/[-T]/g, '');
  const vitals = async (query: string, who = cara) =>
    fhir.search(who, `/Observation?patient=${pat.id}&${query}`);
  const ids = (resources: readonly Json[]): string[] => resources.map(({ id }) => id);

  it('are the means of finished hours, by the id of the patient and the hour', async () => {
    const id = `${pat.id}-hr-${hourOf(1)}`;
    const [start, end] = [new Date(now - HOUR).toISOString(), new Date(now).toISOString()];
    assert.deepEqual(await fhir.read(cara, `/Observation/${id}`), {
      resourceType: 'Observation',
      id,
      meta: { lastUpdated: end },
      status: 'final',
      category: [
        {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/observation-category',
              code: 'vital-signs',
              display: 'Vital Signs',
            },
          ],
        },
      ],
      code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
      subject: { reference: `Patient/${pat.id}` },
      effectivePeriod: { start, end },
      issued: end,
      valueQuantity: { value: 62, unit: 'beats/minute', system: 'http://unitsofmeasure.org', code: '/min' },
    });
    const oxygen = await fhir.read(cara, `/Observation/${pat.id}-spo2-${hourOf(1)}`);
    assert.equal(oxygen.valueQuantity.value, 95);
    assert.deepEqual(
      oxygen.code.coding.map(({ code }: Json) => code),
      ['59408-5', '2708-6'],
    );
    for (const missing of [
      `hr-${hourOf(0)}`,
      `hr-${hourOf(SILENT)}`,
      `hr-${hourOf(NO_PULSE)}`,
      `hr-${hourOf(-5)}`,
    ])
      assert.equal((await fhir.call(cara, `/Observation/${pat.id}-${missing}`)).status, 404, missing);
    assert.equal((await fhir.call(cara, `/Observation/${randomUUID()}-hr-${hourOf(1)}`)).status, 404);
  });

  it('do not show who wore a wearable in which hour to anybody outside the care team', async () => {
    const [stranger, other] = [await signUp(fhir.app), await signUp(fhir.app, 'CAREGIVER')];
    for (const who of [stranger, other])
      for (const hour of [1, SILENT, 0, -5, 500])
        for (const kind of ['hr', 'spo2']) {
          const { status } = await fhir.call(who, `/Observation/${pat.id}-${kind}-${hourOf(hour)}`);
          assert.equal(status, 403, `${kind} ${hour}`);
        }
    assert.equal((await fhir.call(cara, `/Observation/${stranger.id}-hr-${hourOf(1)}`)).status, 403);
    assert.equal((await fhir.call(cara, `/Observation/${cara.id}-hr-${hourOf(1)}`)).status, 404);
  });

  it('are found by their code, newest first, on pages of any size', async () => {
    const all = Array.from({ length: 30 }, (_, i) => i + 1);
    const pulses = all
      .filter((h) => ![SILENT, NO_PULSE, NOTHING].includes(h))
      .map((h) => `${pat.id}-hr-${hourOf(h)}`);
    for (const count of [1, 4, 20, 100])
      assert.deepEqual(ids(await vitals(`code=8867-4&_count=${count}`)), pulses, String(count));
    const oxygen = await vitals(
      'code=http://loinc.org|2708-6,http://loinc.org|59408-5'.replaceAll('|', '%7C'),
    );
    assert.equal(oxygen.length, 28);
    assert.deepEqual(await vitals('code=8867-4&status=preliminary'), []);
    assert.equal((await vitals('code=8867-4&status=final')).length, pulses.length);
  });

  it('are in one order with the falls of the patient', async () => {
    for (const before of [2.5, 10.25])
      await sql(
        fhir.app.databaseUrl,
        `INSERT INTO fall_events (user_id, confidence, status, source, created_at)
         VALUES ($1, 0.8, 'HIGH', 'STREAM', to_timestamp($2::float8 / 1000))`,
        [pat.id, now - before * HOUR],
      );
    const everything = await vitals('_count=100');
    const times = everything.map((one) => one.effectiveDateTime ?? one.effectivePeriod.start);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.equal(everything.filter(({ effectiveDateTime }) => effectiveDateTime).length, 2);
    assert.equal(new Set(ids(everything)).size, 27 + 28 + 2);
    for (const count of [1, 3, 7, 57])
      assert.deepEqual(ids(await vitals(`_count=${count}`)), ids(everything));
    assert.deepEqual(ids(await fhir.search(pat, '/Observation?_count=50')), ids(everything));
  });

  it('are found by the time that they cover', async () => {
    const at = (before: number) => new Date(now - before * HOUR).toISOString();
    const count = async (query: string) => (await vitals(`code=8867-4&${query}`)).length;
    assert.equal(await count(`date=ge${at(3)}`), 3);
    assert.equal(await count(`date=ge${at(2.5)}`), 3);
    assert.equal(await count(`date=gt${at(2)}`), 2);
    assert.equal(await count(`date=lt${at(28)}`), 2);
    assert.equal(await count(`date=le${at(28)}`), 3);
    assert.equal(await count(`date=ge${at(4)}&date=lt${at(2)}`), 2);
    assert.equal(await count(`_lastUpdated=gt${at(3)}`), 3);
    assert.equal(await count(`_lastUpdated=lt${at(27)}`), 2);
    assert.equal(await count('date=lt2020'), 0);
  });

  it('are found by their ids, as far as the caller may see them', async () => {
    const some = [
      `${pat.id}-hr-${hourOf(2)}`,
      `${pat.id}-spo2-${hourOf(1)}`,
      `${pat.id}-hr-${hourOf(SILENT)}`,
    ];
    const query = `/Observation?_id=${some.join()}`;
    assert.deepEqual(ids(await fhir.search(cara, query)), [some[1], some[0]]);
    assert.deepEqual(ids(await fhir.search(cara, `${query}&_count=1`)), [some[1], some[0]]);
    assert.deepEqual(ids(await fhir.search(cara, `${query}&code=8867-4`)), [some[0]]);
    assert.deepEqual(ids(await fhir.search(await signUp(fhir.app), query)), []);
    assert.deepEqual(ids(await fhir.search(await signUp(fhir.app, 'CAREGIVER'), query)), []);
  });

  it('need a patient, and a search without one says so', async () => {
    const { status, body } = await fhir.call(admin, '/Observation?code=8867-4');
    assert.equal(status, 400);
    assert.match(body.issue[0].diagnostics, /patient is required for vital signs/);
    const bundle = await fhir.read(admin, '/Observation');
    const hint = bundle.entry.at(-1);
    assert.equal(hint.search.mode, 'outcome');
    assert.match(hint.resource.issue[0].diagnostics, /Vital signs are found with `patient`/);
    assert.equal(linkOf(bundle, 'next'), undefined);
  });

  it('go on after hours without a measurement, at the price of a short page', async () => {
    const idle = await signUp(fhir.app);
    await stream(fhir.app, idle, resting(randomMac()));
    await sql(
      fhir.app.databaseUrl,
      `WITH worn AS (UPDATE devices SET heart_rate = 70 WHERE user_id = $1 RETURNING key)
       INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                    confidence, health_score, heart_rate)
       SELECT to_timestamp($2::float8 / 1000) - h * interval '1 hour', 0, key, 0, 0, 9.8, 0, 0, 0, 0, 100,
              CASE WHEN h = 30 THEN 66 END FROM generate_series(1, 30) AS h, worn`,
      [idle.id, now],
    );
    const first = await fhir.read(idle, '/Observation?_count=1');
    assert.equal(first.entry, undefined);
    assert.ok(linkOf(first, 'next'));
    assert.deepEqual(ids(await fhir.search(idle, '/Observation?_count=1')), [`${idle.id}-hr-${hourOf(30)}`]);
  });

  describe('of a wearable that sends them as a backlog', () => {
    const mac = randomMac();
    let wearer: Person;
    before(async () => {
      wearer = await signUp(fhir.app);
      await stream(fhir.app, wearer, resting(mac));
    });

    /** Minutes after the start of an hour, and what was measured. */
    async function sendBacklog(entries: readonly (readonly [hour: number, minute: number, more: object])[]) {
      const client = await join(fhir.app, bySession(wearer));
      const readings = entries.map(([hour, minute, more]) => ({
        ...resting(mac, more),
        recorded_at: new Date(now - hour * HOUR + minute * MINUTE_MS).toISOString(),
      }));
      await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify(readings), { qos: 1 });
      await client.endAsync();
      fhir.app.clock.advance(MINUTE_MS);
    }
    const means = async (): Promise<Json[]> =>
      (await fhir.search(wearer, '/Observation')).map(({ id, valueQuantity: { value } }) => [
        id.replace(`${wearer.id}-`, ''),
        value,
      ]);

    it('are shown although no live reading had one, nor the newest of the backlog', async () => {
      assert.deepEqual(await means(), []);
      await sendBacklog([
        [3, 1, { heart_rate: 60 }],
        [2, 1, { spo2: 94 }],
        [2, 2, {}],
      ]);
      assert.deepEqual(await means(), [
        [`spo2-${hourOf(2)}`, 94],
        [`hr-${hourOf(3)}`, 60],
      ]);
    });

    it('change the mean of an hour that had one, and add a new hour', async () => {
      await sendBacklog([
        [4, 1, { heart_rate: 80 }],
        [3, 2, { heart_rate: 70 }],
      ]);
      assert.deepEqual(await means(), [
        [`spo2-${hourOf(2)}`, 94],
        [`hr-${hourOf(3)}`, 65],
        [`hr-${hourOf(4)}`, 80],
      ]);
    });

    it('stay when another person wears it for a while', async () => {
      const before = await means();
      const other = await signUp(fhir.app);
      const [{ id }] = await sql(fhir.app.databaseUrl, 'SELECT id FROM devices WHERE mac_address = $1', [
        mac,
      ]);
      for (const patientId of [other.id, wearer.id]) {
        const moved = await fhir.app.call('POST', `/device/${id}/move`, {
          token: admin.token,
          body: { patientId },
        });
        assert.equal(moved.status, 200, JSON.stringify(moved.body));
        assert.deepEqual(await means(), before);
      }
      assert.deepEqual(await fhir.search(other, '/Observation'), []);
    });
  });
});
