import { isOrphan } from '../../src/platform/database/errors.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { interleaved } from '../helpers/interleaved.ts';
import { sql } from '../helpers/sql.ts';
import { createInstance } from './instance.ts';
import { violationsOf } from './invariants.ts';
import { type Clock, CREATE_SCENES, restoreScene, type Scene } from './scene.ts';
import type { Reported, Writer } from './writers.ts';

/** Two instances of the service on one database, with one clock. */
export type Home = Awaited<ReturnType<typeof createHome>>;

export async function createHome() {
  const database = await createTestDatabase();
  await sql(database.url, CREATE_SCENES);
  let time = Date.parse('2026-03-01T10:00:00Z');
  const clock: Clock = {
    now: () => time,
    set(to) {
      time = to;
    },
    pass(seconds) {
      time += seconds * 1000;
    },
  };
  const [first, second] = [
    await createInstance(database.url, clock.now),
    await createInstance(database.url, clock.now),
  ];
  return {
    url: database.url,
    clock,
    first,
    second,
    deadlocks: async (): Promise<number> =>
      (
        await sql(
          database.url,
          'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
        )
      )[0].deadlocks,
    async close() {
      await Promise.all([first.close(), second.close()]);
      await database.drop();
    },
  };
}

/**
 * Plays a pair at one stage: the first writer stops before each of its statements in turn, and the second one runs
 * until it ends or waits for a lock. Once it waits, it waits before every later statement, too, and sees the same: locks
 * are held until the commit, and nothing that the first one has written is visible before. After the commit there is
 * nothing left to interleave.
 */
export async function playPair(
  home: Home,
  scene: Scene,
  first: Writer,
  second: Writer,
  statements: Iterable<number>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const statement of statements) {
    const played = await playOnce(home, scene, first, second, statement);
    if (played === undefined) return wrong;
    wrong.push(...played.violations.map((what) => `${what}; the second one ran after ${played.after}`));
    if (played.hasWaited || played.isCommitted) return wrong;
  }
  return wrong;
}

async function playOnce(home: Home, scene: Scene, first: Writer, second: Writer, statement: number) {
  const { url, clock } = home;
  await restoreScene(url, clock, scene);
  const played = await interleaved({ gate: home.first.gate, databaseUrl: url }, statement, {
    first: () => first.run(home.first, scene, clock),
    second: () => second.run(home.second, scene, clock),
  });
  if (played === undefined) return undefined;
  const results = [played.first, played.second];
  const violations = await violationsOf(home, scene, {
    reported: results.flatMap(reportedBy),
    at: clock.now(),
    keepsTimeline: first.keepsTimeline !== false && second.keepsTimeline !== false,
  });
  return {
    violations: [...results.flatMap(failureOf), ...violations],
    after: lastOf(played.before),
    hasWaited: played.hasWaited,
    isCommitted: played.before.includes('COMMIT'),
  };
}

const reportedBy = (result: PromiseSettledResult<Reported | undefined>): readonly Reported[] =>
  result.status === 'fulfilled' && result.value !== undefined ? [result.value] : [];

/** A refusal is an answer, and so is the 404 for a record that was deleted meanwhile; anything else is a failure. */
const failureOf = (result: PromiseSettledResult<unknown>): readonly string[] =>
  result.status === 'fulfilled' ||
  isOrphan(result.reason) ||
  (result.reason instanceof AppError && result.reason.status < 500)
    ? []
    : [String(result.reason)];

const lastOf = (statements: readonly string[]): string =>
  `${statements.length} statements, the last one: ${statements.at(-1)?.replaceAll(/\s+/g, ' ').slice(0, 100) ?? 'none'}`;
