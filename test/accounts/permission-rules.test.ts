import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  caresFor,
  mayGiveUpClaimOf,
  mayReceiveAlertsOf,
  mayRespondTo,
  maySeeCaregiver,
  maySeeHealthOf,
  mayWatch,
  mayWriteTo,
  type PermissionRule,
} from '../../src/accounts/permissions.ts';
import { allowedAmong, patientsShownTo } from '../../src/people/access.ts';
import type { Queryable } from '../../src/platform/database/database.ts';

const PATIENT = { userId: 'ada', role: 'PATIENT' } as const;
const CAREGIVER = { userId: 'cleo', role: 'CAREGIVER' } as const;
const ADMIN = { userId: 'root', role: 'ADMIN' } as const;

/** Viewer, person and whether they are assigned; then the expected result of each rule. */
const TABLE = [
  [PATIENT, 'ada', false, { mayWatch: true, maySeeHealthOf: true, caresFor: false, mayRespondTo: false }],
  [PATIENT, 'bob', true, { mayWatch: false, maySeeHealthOf: false, caresFor: false, mayRespondTo: false }],
  [CAREGIVER, 'ada', false, { mayWatch: false, maySeeHealthOf: false, caresFor: false, mayRespondTo: false }],
  [CAREGIVER, 'ada', true, { mayWatch: true, maySeeHealthOf: true, caresFor: true, mayRespondTo: true }],
  [CAREGIVER, 'cleo', false, { mayWatch: true, maySeeHealthOf: true, caresFor: false, mayRespondTo: false }],
  [ADMIN, 'ada', false, { mayWatch: false, maySeeHealthOf: true, caresFor: false, mayRespondTo: true }],
] as const;

const RULES: Readonly<Record<'mayWatch' | 'maySeeHealthOf' | 'caresFor' | 'mayRespondTo', PermissionRule>> = {
  mayWatch,
  maySeeHealthOf,
  caresFor,
  mayRespondTo,
};

describe('permission rules', () => {
  it('depend on role, person and assignment only', () => {
    for (const [viewer, person, assigned, expected] of TABLE) {
      for (const [name, rule] of Object.entries(RULES)) {
        assert.equal(
          rule(viewer, person, assigned),
          expected[name as keyof typeof expected],
          `${name}: ${viewer.role} ${person} ${assigned}`,
        );
      }
    }
  });

  it('allow messages by CAREGIVERS_SEE, roles and care team', () => {
    const OTHER = { userId: 'bob', role: 'PATIENT' } as const;
    const COLLEAGUE = { userId: 'omar', role: 'CAREGIVER' } as const;
    for (const from of [PATIENT, CAREGIVER, ADMIN])
      for (const to of [OTHER, COLLEAGUE, ADMIN]) assert.ok(mayWriteTo('all', from, to, false));
    const inTeams = [
      [PATIENT, OTHER, false, false],
      [PATIENT, COLLEAGUE, false, false],
      [PATIENT, COLLEAGUE, true, true],
      [CAREGIVER, OTHER, false, false],
      [CAREGIVER, OTHER, true, true],
      [CAREGIVER, COLLEAGUE, false, true],
      [CAREGIVER, ADMIN, false, true],
      [PATIENT, ADMIN, false, true],
      [ADMIN, OTHER, false, true],
    ] as const;
    for (const [from, to, inCare, expected] of inTeams)
      assert.equal(mayWriteTo('team', from, to, inCare), expected, `${from.role} ${to.role} ${inCare}`);
  });

  it('show all patients to admins, and to caregivers when CAREGIVERS_SEE allows it', () => {
    assert.equal(patientsShownTo('team', ADMIN), 'everybody');
    assert.equal(patientsShownTo('all', CAREGIVER), 'everybody');
    assert.deepEqual(patientsShownTo('team', CAREGIVER), { caregiverId: 'cleo' });
  });

  it("let the claim's owner and admins release a claim", () => {
    assert.deepEqual(
      [CAREGIVER, ADMIN, PATIENT].map((viewer) => mayGiveUpClaimOf(viewer, 'cleo')),
      [true, true, false],
    );
  });

  it("show a caregiver's record to the caregiver and admins, the alerts to the caregiver only", () => {
    assert.deepEqual(
      [CAREGIVER, ADMIN, PATIENT].map((viewer) => [
        maySeeCaregiver(viewer, 'cleo'),
        mayReceiveAlertsOf(viewer, 'cleo'),
      ]),
      [
        [true, true],
        [true, false],
        [false, false],
      ],
    );
    assert.equal(mayReceiveAlertsOf(PATIENT, 'ada'), false, 'a patient has no alerts');
  });

  it('query the database only when the assignment decides', async () => {
    const asked: unknown[] = [];
    const q = {
      rows: async (_sql: string, values: readonly unknown[]) => {
        asked.push(values);
        return [{ id: 'ada' }];
      },
    } as unknown as Queryable;
    assert.deepEqual([...(await allowedAmong(q, maySeeHealthOf, ADMIN, ['ada', 'bob']))], ['ada', 'bob']);
    assert.deepEqual([...(await allowedAmong(q, mayWatch, PATIENT, ['ada', 'bob']))], ['ada']);
    assert.deepEqual(asked, []);
    assert.deepEqual(
      [...(await allowedAmong(q, mayWatch, CAREGIVER, ['cleo', 'ada', 'bob']))],
      ['cleo', 'ada'],
    );
    assert.deepEqual(asked, [['cleo', ['ada', 'bob']]]);
  });
});
