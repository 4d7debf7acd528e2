import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Sends } from '../../client/hold.ts';
import { FALL_LEVELS, fallLevel } from '../../src/platform/fall-levels.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { fallingWearer } from '../helpers/falling.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { seeded } from '../helpers/seeded.ts';
import { assertSame, type Outcome, playLife, type Way } from '../helpers/wearer-play.ts';

const SEEDS = [1, 2, 3];

describe('a fall has the same confidence, however its readings came', () => {
  let app: TestApp;
  let carer: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '365d' });
    carer = await signUp(app, 'CAREGIVER');
  });
  after(() => app.close());

  const play = (seed: number, wayOf: (second: number) => Way['way'], lag = 0, sends: Sends = 'reading') =>
    playLife(
      { apps: [app], carer, now: app.clock.now, advance: app.clock.advance },
      fallingWearer(seed, sends),
      (second) => ({ way: wayOf(second), instance: 0 }),
      lag,
    );

  const outcomes = new Map<string, Promise<Outcome>>();
  const liveOf = (seed: number, sends: Sends = 'reading'): Promise<Outcome> => {
    const key = `${seed} ${sends}`;
    const known = outcomes.get(key) ?? play(seed, () => 'live', 0, sends);
    outcomes.set(key, known);
    return known;
  };

  it('finds most of the simulated falls live, each once', async () => {
    let found = 0;
    for (const seed of SEEDS) {
      const { confidence, falls } = await liveOf(seed);
      if (fallLevel(confidence) !== 'NO_FALL') found += 1;
      assert.ok(falls.length <= 1);
    }
    assert.ok(found >= 2, `${found} of ${SEEDS.length}`);
  });

  for (const sends of ['reading', 'samples', 'parts'] as const) {
    const ofWhat = `sent as ${sends}`;
    const seeds = sends === 'reading' ? SEEDS : SEEDS.slice(0, 1);

    it(`${ofWhat}: the blow in a backlog and the stillness live`, async () => {
      for (const seed of seeds) {
        const { blowAt } = fallingWearer(seed);
        const isKept = (second: number) => second >= blowAt - 2 && second <= blowAt;
        const outcome = await play(seed, (second) => (isKept(second) ? 'backlog' : 'live'), 0, sends);
        assertSame(outcome, await liveOf(seed, sends), `seed ${seed}`);
      }
    });

    it(`${ofWhat}: the stillness live before the blow in a backlog`, async () => {
      for (const [place, seed] of seeds.entries()) {
        const { blowAt } = fallingWearer(seed);
        const lag = [1, 4, 30][place % 3] ?? 0;
        const outcome = await play(seed, (second) => (second === blowAt ? 'backlog' : 'live'), lag, sends);
        assertSame(outcome, await liveOf(seed, sends), `seed ${seed}, ${lag} s later`);
      }
    });
  }

  it('a long backlog up to the blow, before or after the stillness', async () => {
    const stage = { apps: [app], carer, now: app.clock.now, advance: app.clock.advance };
    for (const seed of [1, 2]) {
      const wearer = fallingWearer(seed, 'reading', 60);
      const live = await playLife(stage, wearer, () => ({ way: 'live', instance: 0 }));
      for (const lag of [0, 3]) {
        const isKept = (second: number) => second >= 4 && second <= wearer.blowAt;
        const wayOf = (second: number): Way => ({ way: isKept(second) ? 'backlog' : 'live', instance: 0 });
        assertSame(await playLife(stage, wearer, wayOf, lag), live, `seed ${seed}, ${lag} s later`);
      }
    }
  });

  it('everything in a backlog', async () => {
    for (const seed of SEEDS)
      assertSame(await play(seed, () => 'backlog'), await liveOf(seed), `seed ${seed}`);
  });

  it('random seconds in a backlog', async () => {
    const random = seeded(11);
    for (const seed of [...SEEDS, ...SEEDS]) {
      const { seconds } = fallingWearer(seed);
      const from = Math.floor(random() * (seconds.length - 4));
      const to = from + 1 + Math.floor(random() * 8);
      const lag = to - from + Math.floor(random() * 4);
      const isKept = seconds.map((_, i) => i >= from && i < to && random() < 0.8);
      const outcome = await play(seed, (second) => (isKept[second] ? 'backlog' : 'live'), lag);
      assertSame(outcome, await liveOf(seed), `seed ${seed}, from ${from} to ${to}, ${lag} s later`);
    }
  });

  it('the blow, or the readings around it, overtaken on the way', async () => {
    for (const [place, seed] of SEEDS.entries()) {
      const { blowAt } = fallingWearer(seed);
      const first = blowAt - (place % 3);
      const isOvertaken = (second: number) => second >= first && second <= blowAt;
      const outcome = await play(seed, (second) => (isOvertaken(second) ? 'overtaken' : 'live'));
      assertSame(outcome, await liveOf(seed), `seed ${seed}`);
    }
  });

  it('a lost message other than the blow costs at most one level', async () => {
    const random = seeded(5);
    for (const seed of SEEDS) {
      const { seconds, blowAt } = fallingWearer(seed);
      const near = Math.max(0, blowAt - 4) + Math.floor(random() * Math.min(10, seconds.length - blowAt));
      const lost = near === blowAt ? blowAt + 1 : near;
      const { confidence } = await play(seed, (second) => (second === lost ? 'lost' : 'live'));
      const expected = FALL_LEVELS.indexOf(fallLevel((await liveOf(seed)).confidence));
      const level = FALL_LEVELS.indexOf(fallLevel(confidence));
      assert.ok(level >= expected - 1, `seed ${seed}, second ${lost - blowAt} after the blow: ${confidence}`);
    }
  });
});
