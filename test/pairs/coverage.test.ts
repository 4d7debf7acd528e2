import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { createLockView, LockJudge, readLockOrder } from './locks.ts';
import { createHome } from './play.ts';
import { setScene } from './scene.ts';
import { WRITERS } from './writers.ts';

const WRITES = /(?:INSERT INTO|UPDATE|DELETE FROM) (?:fall_events|responses|response_log|alerts)\b[^`'$\n]*/g;

/** Statements that no pair needs, with the reason. */
const APART: Readonly<Record<string, string>> = {
  'UPDATE alerts a SET acknowledged_at =': 'ends alerts about wearables, which have no fall',
  'UPDATE alerts SET delivered_at =':
    'the ledger while another transaction holds the alert: test/response/lock-order.test.ts',
};

/** Each statement of src/ that writes a fall, a response, a timeline or an alert, up to its first value. */
async function writesInSource(): Promise<readonly string[]> {
  const folder = inProject('src');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return [...new Set(texts.flatMap((text) => text.match(WRITES) ?? []).map(normal))];
}

const normal = (statement: string): string => statement.replaceAll(/\s+/g, ' ').trim();

describe('the writers of test/pairs, each alone', () => {
  const statements: string[] = [];
  const disorders: string[] = [];
  before(async () => {
    const home = await createHome();
    const lookAtLocks = await createLockView(home.url);
    const order = await readLockOrder();
    for (const [name, { stages, run }] of Object.entries(WRITERS))
      for (const stage of stages) {
        const scene = await setScene(home.first, home.url, home.clock, stage);
        const judge = new LockJudge(order);
        const end = home.first.gate.watch(async (statement) => {
          judge.look(await lookAtLocks(), normal(statement));
          statements.push(normal(statement));
        });
        await run(home.first, scene, home.clock);
        end();
        disorders.push(...judge.disorders.map((disorder) => `${name} (${stage}): ${disorder}`));
      }
    await home.close();
  });

  it('run every statement that writes a fall, its response, its timeline or its alerts', async () => {
    const missed = (await writesInSource()).filter(
      (statement) =>
        !statements.some((text) => text.includes(statement)) &&
        !Object.keys(APART).some((apart) => statement.startsWith(apart)),
    );
    assert.deepEqual(missed, [], 'add a writer that runs it to test/pairs/writers.ts');
  });

  it('take their locks in the order of docs/architecture.md', () => {
    assert.deepEqual(disorders, []);
  });
});
