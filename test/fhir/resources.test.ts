import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { componentOf, type FhirApp, startFhirApp } from './fhir-app.ts';

const MINUTE = 60_000;

describe('FHIR resources', () => {
  let fhir: FhirApp;
  let admin: Person;
  let pat: Person;
  let cara: Person;
  before(async () => {
    fhir = await startFhirApp();
    admin = await logInAsAdmin(fhir.app);
    pat = await signUp(fhir.app, 'PATIENT', {
      firstName: 'Mary Ann',
      lastName: 'Hill',
    });
    await act(pat, '/profile/me', { phone: '+49 171 1', dateOfBirth: '1940-02-29' }, 'PUT');
    cara = await signUp(fhir.app, 'CAREGIVER', { firstName: 'Cara', lastName: 'Ray' });
    await assign(fhir.app, cara, pat);
  });
  after(() => fhir.close());

  const as = (who: Person, method: string, path: string, body?: unknown) =>
    fhir.app.call(method, path, { token: who.token, body });
  async function act(who: Person, path: string, body?: unknown, method = 'POST'): Promise<Json> {
    const answer = await as(who, method, path, body);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  }
  const report = async (confidence = 0.8): Promise<string> =>
    (await act(pat, '/falls', { confidence, location: 'Bathroom' })).id;
  /** The fall's Observation, Task and Flag, as its caregiver sees them. */
  async function seen(id: string): Promise<[observation: Json, task: Json, flag: Json]> {
    const [observation, task, flag] = await Promise.all(
      ['Observation', 'Task', 'Flag'].map((type) => fhir.read(cara, `/${type}/${id}`)),
    );
    assert.deepEqual(task.focus, { reference: `Observation/${id}` });
    assert.equal(task.intent, 'order');
    assert.equal(flag.category[0].coding[0].code, 'safety');
    return [observation, task, flag];
  }

  describe('of a fall', () => {
    it('are preliminary, draft and active while the wearer may call it off', async () => {
      const id = await report();
      const [observation, task, flag] = await seen(id);
      const { meta, effectiveDateTime, issued, component, ...rest } = observation;
      assert.deepEqual(rest, {
        resourceType: 'Observation',
        id,
        identifier: [{ system: `${fhir.base}/fall`, value: id }],
        status: 'preliminary',
        category: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/observation-category',
                code: 'activity',
                display: 'Activity',
              },
            ],
          },
        ],
        code: {
          coding: [{ system: 'http://snomed.info/sct', code: '1912002', display: 'Fall' }],
          text: 'Fall detected: Mary Ann Hill',
        },
        subject: { reference: `Patient/${pat.id}`, display: 'Mary Ann Hill' },
        performer: [{ reference: `Patient/${pat.id}` }],
        valueCodeableConcept: {
          coding: [{ system: `${fhir.base}/CodeSystem/fall-level`, code: 'HIGH', display: 'Fall detected' }],
        },
      });
      assert.ok(Date.parse(issued) >= Date.parse(effectiveDateTime));
      assert.ok(Math.abs(Date.parse(meta.lastUpdated) - Date.now()) < MINUTE);
      assert.deepEqual(component[0], {
        code: {
          coding: [
            {
              system: `${fhir.base}/CodeSystem/fall-code`,
              code: 'confidence',
              display: 'Confidence that this is a fall, from 0 to 1',
            },
          ],
        },
        valueQuantity: { value: 0.8, unit: '1', system: 'http://unitsofmeasure.org', code: '1' },
      });
      assert.equal(componentOf(observation, 'source'), 'REPORT');
      assert.equal(componentOf(observation, 'outcome'), undefined);
      assert.deepEqual([task.status, task.businessStatus.text], ['draft', 'CHECKING']);
      assert.deepEqual([flag.status, flag.period.end], ['active', undefined]);
    });

    it('are requested when it is open, and accepted by the caregiver who claims it', async () => {
      const id = await report();
      await fhir.app.pass(MINUTE);
      const [open, requested] = await seen(id);
      assert.deepEqual(
        [open.status, requested.status, requested.owner],
        ['preliminary', 'requested', undefined],
      );
      await act(cara, `/falls/${id}/claim`, {});
      const [observation, task, flag] = await seen(id);
      assert.deepEqual([observation.status, task.status, flag.status], ['preliminary', 'accepted', 'active']);
      assert.deepEqual(task.owner, { reference: `Practitioner/${cara.id}`, display: 'Cara Ray' });
      assert.ok(Date.parse(task.restriction.period.end) > fhir.app.clock.now());
      assert.ok(componentOf(observation, 'seconds-to-claim') >= 60);
      assert.ok(task.meta.lastUpdated > requested.meta.lastUpdated);
      await act(cara, `/falls/${id}/release`);
      const [, released] = await seen(id);
      assert.deepEqual([released.status, released.owner], ['requested', undefined]);
      assert.ok(released.meta.lastUpdated > task.meta.lastUpdated);
    });

    it('are final, completed and inactive when it is resolved', async () => {
      const id = await report();
      await act(cara, `/falls/${id}/resolve`, { outcome: 'HELPED', note: 'Bruise on the left arm' });
      const [observation, task, flag] = await seen(id);
      assert.deepEqual([observation.status, task.status, flag.status], ['final', 'completed', 'inactive']);
      assert.equal(componentOf(observation, 'outcome'), 'HELPED');
      assert.deepEqual(observation.note, [{ text: 'Bruise on the left arm' }]);
      assert.ok(flag.period.end >= flag.period.start);
    });

    it('are entered in error when it was a false alarm', async () => {
      const id = await report();
      await act(cara, `/falls/${id}/resolve`, { outcome: 'FALSE_ALARM' });
      const [observation, task] = await seen(id);
      assert.deepEqual([observation.status, task.status], ['entered-in-error', 'completed']);
    });

    it('are final and cancelled when the patient calls it off', async () => {
      const id = await report(0.6);
      await act(pat, `/falls/${id}/ok`);
      const [observation, task, flag] = await seen(id);
      assert.deepEqual([observation.status, task.status, flag.status], ['final', 'cancelled', 'inactive']);
      assert.equal(componentOf(observation, 'outcome'), 'CANCELLED_BY_PATIENT');
      assert.equal(observation.valueCodeableConcept.coding[0].code, 'POTENTIAL');
    });

    it('are amended when the outcome is corrected, at once and later', async () => {
      for (const wait of [0, 20 * MINUTE]) {
        const id = await report();
        await act(cara, `/falls/${id}/resolve`, { outcome: 'FALSE_ALARM' });
        await fhir.app.pass(wait);
        const [before] = await seen(id);
        await act(cara, `/falls/${id}/outcome`, { outcome: 'NO_HELP_NEEDED' }, 'PUT');
        const [observation] = await seen(id);
        assert.equal(observation.status, 'amended');
        assert.equal(componentOf(observation, 'outcome'), 'NO_HELP_NEEDED');
        assert.ok(observation.meta.lastUpdated > before.meta.lastUpdated);
      }
    });

    it('are amended when an acknowledgement says the opposite afterwards', async () => {
      const id = await report();
      await act(cara, `/falls/${id}/resolve`, { outcome: 'HELPED' });
      await sql(fhir.app.databaseUrl, `UPDATE fall_events SET outcome = 'FALSE_ALARM' WHERE id = $1`, [id]);
      assert.equal((await seen(id))[0].status, 'amended');
    });

    it('have a code of their own for a call for help', async () => {
      const caller = await signUp(fhir.app, 'PATIENT', { firstName: 'Ida', lastName: 'Lund' });
      await assign(fhir.app, cara, caller);
      await act(caller, '/help');
      const [{ id }] = (await fhir.search(caller, '/Observation?code=help-call')) as [Json];
      const [observation, task] = await seen(id);
      assert.deepEqual(observation.code, {
        coding: [
          {
            system: `${fhir.base}/CodeSystem/fall-code`,
            code: 'help-call',
            display: 'Call for help by the wearer',
          },
        ],
        text: 'EMERGENCY: Ida Lund calls for help',
      });
      assert.equal(observation.valueCodeableConcept.coding[0].code, 'CONFIRMED');
      assert.equal(task.priority, 'stat');
    });

    it('name the caregiver or admin who reported it for the patient', async () => {
      const reportedBy = async (who: Person): Promise<Json> =>
        (await seen((await act(who, `/patients/${pat.id}/falls`, { confidence: 0.8 })).id))[0];
      const observation = await reportedBy(cara);
      assert.deepEqual(observation.performer, [
        { reference: `Practitioner/${cara.id}`, display: 'Cara Ray' },
      ]);
      assert.equal((await fhir.read(cara, `/${observation.performer[0].reference}`)).id, cara.id);
      assert.equal((await reportedBy(admin)).performer[0].reference, `Practitioner/${admin.id}`);
      const leaver = await signUp(fhir.app, 'CAREGIVER');
      await assign(fhir.app, leaver, pat);
      const { id } = await reportedBy(leaver);
      await act(admin, `/admin/users/${leaver.id}`, undefined, 'DELETE');
      assert.equal((await fhir.read(cara, `/Observation/${id}`)).performer, undefined);
    });

    it('have the code of what another sensor noticed', async () => {
      const sleeper = await signUp(fhir.app, 'PATIENT', { firstName: 'Ole', lastName: 'Berg' });
      await assign(fhir.app, cara, sleeper);
      const rules = [{ type: 'BED_EXIT' }];
      await act(cara, `/patients/${sleeper.id}/sensor-rules`, { rules }, 'PUT');
      const { id: sensorId } = await act(admin, '/sensors', { name: 'Bed mat', patientId: sleeper.id });
      for (const [type, code, text] of [
        ['FALL', '1912002', 'Fall detected: Ole Berg'],
        ['CALL', 'help-call', 'EMERGENCY: Ole Berg calls for help'],
        ['BED_EXIT', 'sensor-sign', 'Ole Berg has left the bed'],
      ]) {
        const { fallId } = await act(cara, '/sensors/events', { sensorId, type });
        const [observation] = await seen(fallId);
        assert.deepEqual([observation.code.coding[0].code, observation.code.text], [code, text]);
        assert.deepEqual([observation.performer, observation.device], [undefined, undefined]);
        assert.equal(componentOf(observation, 'source'), 'SENSOR');
        const found = await fhir.search(cara, `/Observation?patient=${sleeper.id}&code=${code}`);
        assert.deepEqual(
          found.map(({ id }) => id),
          [fallId],
        );
      }
    });

    it('name the wearable that detected it', async () => {
      const wearer = await signUp(fhir.app);
      await assign(fhir.app, cara, wearer);
      await stream(fhir.app, wearer, blowOf.HIGH(randomMac(), { firmware_version: '1.2.3' }));
      const [observation] = await fhir.search(cara, `/Observation?patient=${wearer.id}&code=1912002`);
      const [device] = await fhir.search(cara, `/Device?patient=${wearer.id}`);
      assert.deepEqual(observation.device, { reference: `Device/${device.id}` });
      assert.equal(observation.performer, undefined);
      assert.ok(componentOf(observation, 'peak-acceleration') > 20);
      assert.equal(componentOf(observation, 'source'), 'STREAM');
      await as(wearer, 'DELETE', `/device/${device.id}`);
      assert.equal((await fhir.read(cara, `/Observation/${observation.id}`)).device, undefined);
    });

    it('need no name, and no response in falls of former versions', async () => {
      const nobody = await signUp(fhir.app);
      await sql(fhir.app.databaseUrl, `UPDATE users SET first_name = '', last_name = '' WHERE id = $1`, [
        nobody.id,
      ]);
      const id = (await act(nobody, '/falls', { confidence: 0.95 })).id;
      const observation = await fhir.read(admin, `/Observation/${id}`);
      assert.deepEqual(observation.subject, { reference: `Patient/${nobody.id}` });
      assert.equal((await fhir.read(admin, `/Patient/${nobody.id}`)).name, undefined);
      await sql(fhir.app.databaseUrl, 'DELETE FROM responses WHERE fall_id = $1', [id]);
      assert.equal((await fhir.read(admin, `/Observation/${id}`)).status, 'final');
      assert.equal((await fhir.call(admin, `/Task/${id}`)).status, 404);
      await sql(fhir.app.databaseUrl, `UPDATE fall_events SET outcome = 'FALSE_ALARM' WHERE id = $1`, [id]);
      assert.equal((await fhir.read(admin, `/Observation/${id}`)).status, 'entered-in-error');
    });

    it('exist from the level that alerts caregivers on', async () => {
      const id = await report(0.4);
      for (const type of ['Observation', 'Task', 'Flag'])
        assert.equal((await fhir.call(cara, `/${type}/${id}`)).status, 404);
    });

    it('can be found by their status, and only by that', async () => {
      await act(cara, `/falls/${await report()}/claim`, {});
      for (const type of ['Observation', 'Task']) {
        const all = await fhir.search(admin, `/${type}?_count=100`);
        const statuses = new Set(all.map(({ status }) => status));
        assert.ok(statuses.size >= 4, [...statuses].join());
        for (const status of statuses) {
          const found = await fhir.search(admin, `/${type}?status=${status}&_count=100`);
          const expected = all.filter((one) => one.status === status);
          assert.deepEqual(
            found.map(({ id }) => id),
            expected.map(({ id }) => id),
            `${type} ${status}`,
          );
        }
      }
    });
  });

  describe('of people and wearables', () => {
    it('show a patient', async () => {
      const { meta, ...patient } = await fhir.read(cara, `/Patient/${pat.id}`);
      assert.ok(meta.lastUpdated);
      assert.deepEqual(patient, {
        resourceType: 'Patient',
        id: pat.id,
        identifier: [{ system: `${fhir.base}/patient`, value: pat.id }],
        active: true,
        name: [{ text: 'Mary Ann Hill', family: 'Hill', given: ['Mary', 'Ann'] }],
        telecom: [
          { system: 'phone', value: '+49 171 1' },
          { system: 'email', value: pat.email },
        ],
        birthDate: '1940-02-29',
      });
    });

    it('show a resident without an e-mail address, with a room and an emergency contact', async () => {
      const { id } = await act(admin, '/admin/patients', {
        firstName: 'Rosa',
        lastName: 'Kern',
        room: '12 B',
        emergencyContact: '+49 30 1',
      });
      const patient = await fhir.read(admin, `/Patient/${id}`);
      assert.equal(patient.telecom, undefined);
      assert.deepEqual(patient.address, [{ use: 'home', text: '12 B' }]);
      assert.deepEqual(patient.contact[0].telecom, [{ system: 'phone', value: '+49 30 1' }]);
    });

    it('show a practitioner', async () => {
      await act(admin, `/caregivers/${cara.id}`, { specialization: 'Geriatric care' }, 'PUT');
      const practitioner = await fhir.read(cara, `/Practitioner/${cara.id}`);
      assert.deepEqual(practitioner.qualification, [{ code: { text: 'Geriatric care' } }]);
      assert.deepEqual(practitioner.name, [{ text: 'Cara Ray', family: 'Ray', given: ['Cara'] }]);
      assert.equal((await fhir.read(admin, `/Practitioner/${admin.id}`)).resourceType, 'Practitioner');
    });

    it('show a wearable with its newest report', async () => {
      const wearer = await signUp(fhir.app);
      const mac = randomMac();
      await stream(
        fhir.app,
        wearer,
        blowOf.SUSPICIOUS(mac, { battery_level: 81.4, firmware_version: '1.2.3' }),
      );
      const [device] = await fhir.search(wearer, '/Device');
      assert.deepEqual(device.identifier, [{ system: `${fhir.base}/mac-address`, value: mac }]);
      assert.equal(device.status, 'active');
      assert.equal(device.statusReason[0].coding[0].code, 'online');
      assert.equal(device.property[0].valueQuantity[0].value, 81);
      assert.equal(device.version[0].value, '1.2.3');
      assert.deepEqual(device.patient, { reference: `Patient/${wearer.id}` });
      assert.deepEqual(await fhir.search(wearer, '/Device?status=inactive'), []);
      await act(admin, `/admin/devices/${device.id}/disable`);
      const [disabled] = await fhir.search(wearer, '/Device?status=inactive');
      assert.deepEqual([disabled.id, disabled.status], [device.id, 'inactive']);
    });
  });
});
