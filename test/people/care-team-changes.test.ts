import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { lockUser } from '../../src/accounts/index.ts';
import { deleteUser, setRole } from '../../src/accounts/store/users.ts';
import { announceEnds, endCareOf, endedBy, lockForRemoval } from '../../src/people/care-ends.ts';
import type { Pair } from '../../src/people/care-team.ts';
import { assign, unassign } from '../../src/people/store/assignments.ts';
import { createWards, type Wards } from '../../src/people/wards/wards.ts';
import { isOrphan } from '../../src/platform/database/errors.ts';
import { AppError } from '../../src/platform/errors.ts';
import { MINUTE_MS } from '../../src/platform/time.ts';
import { deleteAssistsOf } from '../../src/response/assist/store.ts';
import { careTeamsOf, lockCareTeams } from '../../src/response/care-team.ts';
import { seeded } from '../helpers/seeded.ts';
import { createHarness, type Harness } from '../response/harness.ts';

const ADMIN = { userId: randomUUID(), role: 'ADMIN' } as const;
const STEPS = 250;
const WORKERS = 6;

describe('care teams', () => {
  let harness: Harness;
  let wards: Wards;
  /** Pairs whose end was announced. */
  const announced = new Set<string>();
  const cluster = {
    broadcast: async (_: unknown, pair: unknown) => {
      announced.add(keyOf(pair as Pair));
    },
  };
  const [caregivers, patients, wardIds]: [string[], string[], string[]] = [[], [], []];
  before(async () => {
    harness = await createHarness();
    wards = createWards({ db: harness.db, cluster, now: harness.now });
    for (let i = 0; i < 5; i++) caregivers.push(await harness.person('CAREGIVER'));
    for (let i = 0; i < 6; i++) patients.push(await harness.person('PATIENT'));
    for (let i = 0; i < 3; i++) wardIds.push(await wards.create(`Ward ${i} of changes`));
  });
  after(() => harness.close());

  const keyOf = ({ caregiverId, patientId }: Pair): string => `${caregiverId} ${patientId}`;

  const care = async (): Promise<string[]> =>
    (
      await harness.db.rows<{ key: string }>(
        `SELECT caregiver_id || ' ' || patient_id || ' ' || assigned || ' ' || in_ward AS key FROM care_teams ORDER BY 1`,
      )
    ).map(({ key }) => key);

  /** The same, computed from assignments, members and patients. */
  const recomputed = async (): Promise<string[]> =>
    (
      await harness.db.rows<{ key: string }>(
        `SELECT caregiver_id || ' ' || patient_id || ' ' || bool_or(assigned) || ' ' || bool_or(in_ward) AS key FROM (
           SELECT caregiver_id, patient_id, true AS assigned, false AS in_ward FROM assignments
           UNION ALL
           SELECT m.caregiver_id, p.id, false, true FROM ward_members m JOIN users p ON p.ward_id = m.ward_id
         ) each GROUP BY caregiver_id, patient_id ORDER BY 1`,
      )
    ).map(({ key }) => key);

  const existingAmong = async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set(
      (await harness.db.rows<{ id: string }>('SELECT id FROM users WHERE id = ANY($1)', [ids])).map(
        ({ id }) => id,
      ),
    );

  const pairsIn = (rows: readonly string[]): string[] =>
    rows.map((row) => row.split(' ').slice(0, 2).join(' '));

  /** Changes of all kinds, by chance; `next` is a random number from 0 to 1. */
  function changesBy(next: () => number) {
    const index = (length: number) => Math.floor(next() * length);
    const one = <T>(from: readonly T[]): T => from[index(from.length)] as T;
    const { db } = harness;
    /** Deletes an account or changes its role, and puts a new person in its place. */
    async function replace(people: string[], role: 'CAREGIVER' | 'PATIENT'): Promise<void> {
      const place = index(people.length);
      const id = people[place] ?? '';
      people[place] = await harness.person(role);
      const isDeleted = next() < 0.5;
      const announce = await db.transaction(async (q) => {
        if (!isDeleted) {
          const ended = await endCareOf(cluster, deleteAssistsOf)(q, id);
          await setRole(q, id, 'ADMIN', new Date(harness.now()));
          return ended;
        }
        await lockUser(q, id);
        await lockForRemoval(q, id);
        await deleteUser(q, id);
        return async () => {};
      });
      await announce();
    }
    async function move(wardId: string | null): Promise<void> {
      await (await db.transaction((q) => wards.move(q, ADMIN, one(patients), wardId)))();
    }
    const until = (minutes: number) => new Date(harness.now() + minutes * MINUTE_MS);
    const kinds: readonly (() => Promise<unknown>)[] = [
      () =>
        assign(db, {
          caregiverId: one(caregivers),
          patientId: one(patients),
          relationship: null,
          createdAt: new Date(harness.now()),
        }),
      async () => {
        const caregiverId = one(caregivers);
        const ended = await db.transaction((q) =>
          endedBy(q, [caregiverId], () => unassign(q, caregiverId, one(patients))),
        );
        await announceEnds(cluster, ended);
      },
      () => wards.put(ADMIN, one(wardIds), one(caregivers), { lead: next() < 0.2 }),
      () => wards.put(ADMIN, one(wardIds), one(caregivers), { until: until(1) }),
      () => wards.end(ADMIN, one(wardIds), one(caregivers)),
      () => move(one([...wardIds, null])),
      () => move(one(wardIds)),
      async () => {
        harness.pass(45);
        await wards.endOverdue();
      },
      async () => {
        if (next() > 0.2) return;
        const place = index(wardIds.length);
        const id = wardIds[place] ?? '';
        await wards.remove(id);
        wardIds[place] = await wards.create(randomUUID());
      },
      async () => {
        if (next() < 0.2) await replace(caregivers, 'CAREGIVER');
        if (next() < 0.2) await replace(patients, 'PATIENT');
      },
    ];
    return async () => kinds[index(kinds.length)]?.();
  }

  /** Refusals are part of the game: somebody was not a member, a ward had patients, a person was just deleted. */
  const unlessRefused = (error: unknown) => {
    if (!(error instanceof AppError) && !isOrphan(error)) throw error;
  };

  it('are what assignments and wards say after any sequence of changes, and every end is announced', async () => {
    const change = changesBy(seeded(26));
    let ends = 0;
    for (let step = 0; step < STEPS; step++) {
      const before = pairsIn(await care());
      announced.clear();
      await change().catch(unlessRefused);
      const now = await care();
      assert.deepEqual(now, await recomputed(), `step ${step}`);
      const left = new Set(pairsIn(now));
      const gone = before.filter((key) => !left.has(key));
      // The connections of a deleted person end with the account, so the end of its care is not announced.
      const existing = await existingAmong(gone.flatMap((key) => key.split(' ')));
      const expected = gone.filter((key) => key.split(' ').every((id) => existing.has(id)));
      assert.deepEqual([...announced].sort(), expected.sort(), `step ${step}`);
      ends += expected.length;
    }
    assert.ok(ends > 20, `${ends} ends`);
  });

  it('are right after concurrent changes, which never deadlock with each other or with a fall', async () => {
    const deadlocks = async () =>
      (
        await harness.db.row<{ n: number }>(
          'SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()',
        )
      )?.n ?? 0;
    const before = await deadlocks();
    const falls = async (next: () => number) => {
      const some = patients.filter(() => next() < 0.5);
      await harness.db.transaction(async (q) => {
        await lockCareTeams(q, some);
        await careTeamsOf(q, some, new Date(harness.now()));
      });
    };
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        const next = seeded(worker);
        const change = changesBy(next);
        for (let step = 0; step < STEPS / WORKERS; step++)
          await (worker < 2 ? falls(next) : change()).catch(unlessRefused);
      }),
    );
    assert.deepEqual(await care(), await recomputed());
    // The counter of a session is flushed when the session is idle.
    await harness.db.run('SELECT pg_stat_force_next_flush()');
    assert.equal((await deadlocks()) - before, 0);
  });
});
