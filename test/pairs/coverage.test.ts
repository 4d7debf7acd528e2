import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inProject } from '../helpers/project.ts';
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

describe('the writers of test/pairs', () => {
  it('run every statement that writes a fall, its response, its timeline or its alerts', async () => {
    const home = await createHome();
    const { first, url, clock } = home;
    const run: string[] = [];
    for (const { stages, run: write } of Object.values(WRITERS))
      for (const stage of stages) {
        const scene = await setScene(first, url, clock, stage);
        const { statements, goOn } = first.gate.stopBefore(Number.POSITIVE_INFINITY);
        await write(first, scene, clock);
        goOn();
        run.push(...statements.map(normal));
      }
    await home.close();
    const missed = (await writesInSource()).filter(
      (statement) =>
        !run.some((text) => text.includes(statement)) &&
        !Object.keys(APART).some((apart) => statement.startsWith(apart)),
    );
    assert.deepEqual(missed, [], 'add a writer that runs it to test/pairs/writers.ts');
  });
});
