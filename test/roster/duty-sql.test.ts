import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { careTeamsOf } from '../../src/response/care-team.ts';
import { createHarness, type Harness } from '../response/harness.ts';

let harness: Harness;
before(async () => {
  harness = await createHarness();
});
after(() => harness.close());

it('escalation finds whoever is on duty by the roster of any ward, while they are a member of it', async () => {
  const { db } = harness;
  const patient = await harness.person('PATIENT');
  const [ann, ben, cat] = [
    await harness.person('CAREGIVER'),
    await harness.person('CAREGIVER'),
    await harness.person('CAREGIVER'),
  ];
  const ward = randomUUID();
  await db.run(`INSERT INTO wards (id, name, created_at) VALUES ($1, 'Ward 1', now())`, [ward]);
  await db.run(
    'INSERT INTO ward_members (ward_id, caregiver_id, created_at) SELECT $1, unnest($2::uuid[]), now()',
    [ward, [ann, ben]],
  );
  await harness.assign(cat, patient);
  await db.run('UPDATE users SET ward_id = $2 WHERE id = $1', [patient, ward]);
  const at = new Date(harness.now());
  const duty = (caregiver: string, fromMinutes: number, toMinutes: number, ended: Date | null = null) =>
    db.run(
      `INSERT INTO roster_duty (caregiver_id, ward_id, shift_id, day, starts_at, ends_at, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        caregiver,
        ward,
        randomUUID(),
        '2026-03-01',
        new Date(at.getTime() + fromMinutes * 60_000),
        new Date(at.getTime() + toMinutes * 60_000),
        ended,
      ],
    );
  const onDuty = async () =>
    db.transaction(async (q) => [...(await careTeamsOf(q, [patient], at))(patient).onDuty].sort());
  await duty(ann, -60, 0);
  await duty(ann, 1, 60);
  // Cat is assigned, but no member of the ward whose roster names her.
  await duty(cat, -60, 60);
  assert.deepEqual(await onDuty(), []);
  await duty(ben, 0, 60);
  assert.deepEqual(await onDuty(), [ben]);
  await duty(ann, -60, 60, at);
  assert.deepEqual(await onDuty(), [ben], 'she has ended it early');
  await db.run('DELETE FROM ward_members WHERE caregiver_id = $1', [ben]);
  assert.deepEqual(await onDuty(), []);
});
