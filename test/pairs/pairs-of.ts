import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createHome, type Home, playPair } from './play.ts';
import { setScene } from './scene.ts';
import { WRITERS } from './writers.ts';

/** How many files share the first writers of the pairs: they run beside each other. */
const FILES = 3;

/**
 * Every statement takes a quarter of an hour of CPU time, so each pair stops before every twelfth one, in turn; with
 * PAIRS=all before each.
 */
const STRIDE = process.env.PAIRS === 'all' ? 1 : 12;
/** More than any writer sends. */
const MOST_STATEMENTS = 200;

function* statementsOf(pair: number): Iterable<number> {
  yield 0;
  for (let n = 1 + (pair % STRIDE); n < MOST_STATEMENTS; n += STRIDE) yield n;
}

/** Registers the tests of one of the files. */
export const pairsOf = (file: number): Promise<void> =>
  describe('writers on one fall', () => {
    let home: Home;
    before(async () => {
      home = await createHome();
    });
    after(() => home.close());

    const seconds = Object.entries(WRITERS).filter(([, { isVariant }]) => !isVariant);
    const firsts = Object.entries(WRITERS).flatMap(([name, writer]) =>
      writer.stages.map((stage) => ({ name, writer, stage })),
    );
    for (const [n, { name, writer, stage }] of firsts.entries()) {
      if (n % FILES !== file) continue;
      it(`keep every promise when ${name} meets any other one on a fall that is ${stage}`, async () => {
        const { first, url, clock } = home;
        const scene = await setScene(first, url, clock, stage);
        const wrong: Record<string, string[]> = {};
        for (const [m, [other, second]] of seconds.entries()) {
          const found = await playPair(home, scene, writer, second, statementsOf(n + m));
          if (found.length > 0) wrong[other] = found;
        }
        assert.deepEqual(wrong, {});
      });
    }

    it('never deadlock', async () => {
      assert.equal(await home.deadlocks(), 0);
    });
  });
