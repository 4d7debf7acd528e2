import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { readRecordings } from '../../detector/recordings.ts';
import { createReplay } from '../../detector/replay.ts';
import { buildStreams, PLAIN, type Stream } from '../../detector/streams.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
import { eventually } from '../helpers/eventually.ts';
import { signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles } from './browser.ts';
import { MOTION, registerPhone, virtualSensor } from './phone.ts';

/** `WEAR_FALLS=200 npm run test:console -- test/console/wear-falls.browser.ts` plays so many, and takes minutes. */
const COUNT = Number(process.env.WEAR_FALLS ?? 4);
/** At the same time, in windows of their own. */
const PHONES = Number(process.env.WEAR_PHONES ?? 4);
const FILE = process.env.WEAR_RECORDINGS ?? 'recordings.ndjson.gz';
/** From this confidence on a caregiver is alerted (docs/contract.md, "Fall levels"). */
const FOUND = 0.5;
const ALLOWED_SHARE = 0.02;

const recordings = inProject('..', 'shared', 'data', FILE);
const skip = existsSync(recordings) ? false : `no recordings at ${recordings}`;

/** Recorded falls, evenly over the set, with the walk before each. */
function fallsOf(count: number): readonly Stream[] {
  const streams = buildStreams(readRecordings(recordings), { ...PLAIN, phases: 1, before: ['walking'] });
  const falls = streams.filter(({ trial }) => trial.fall);
  const step = Math.max(1, falls.length / count);
  return Array.from({ length: Math.min(count, falls.length) }, (_, i) => falls[Math.floor(i * step)]).filter(
    (stream) => stream !== undefined,
  );
}

/** The highest confidence if the parts of the recording are sent as they are. */
function directConfidence(stream: Stream): number {
  let highest = 0;
  createReplay()(stream, 'parts', true, (window, length) => {
    highest = Math.max(highest, scoreWindow(window, length));
  });
  return highest;
}

describe('recorded falls', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  async function confidenceByPhone({ signal, trial }: Stream): Promise<number> {
    const wearer = await signUp(consoles.app);
    const { path, deviceId } = await registerPhone(consoles.app, wearer);
    const visit = await consoles.visit({ width: 390, height: 844, permissions: MOTION });
    const { page } = visit;
    const sensor = await virtualSensor(page);
    if (signal[0] !== undefined) await sensor.feel(signal[0]);
    await visit.open(path);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('body[data-state="sensing"]').waitFor();
    await sensor.play(signal, trial.rateHz);
    const highest = async () => {
      const [row] = await sql(
        consoles.app.databaseUrl,
        `SELECT count(*)::int AS count, max(confidence)::float AS highest FROM sensor_readings
         WHERE device_key = (SELECT key FROM devices WHERE id = $1)`,
        [deviceId],
      );
      return row as { readonly count: number; readonly highest: number };
    };
    const seconds = signal.length / trial.rateHz;
    await eventually('its readings are stored', async () => (await highest()).count >= seconds - 1);
    const { highest: confidence } = await highest();
    await visit.context.close();
    return confidence;
  }

  it('are found by a phone as their parts are', { skip }, async (t) => {
    const waiting = [...fallsOf(COUNT)];
    const found = { direct: 0, phone: 0 };
    const differing: string[] = [];
    const play = async () => {
      for (let stream = waiting.pop(); stream !== undefined; stream = waiting.pop()) {
        const [direct, phone] = [directConfidence(stream), await confidenceByPhone(stream)];
        if (direct >= FOUND) found.direct += 1;
        if (phone >= FOUND) found.phone += 1;
        if (direct >= FOUND !== phone >= FOUND)
          differing.push(`${stream.trial.id}: ${direct.toFixed(2)} as parts, ${phone.toFixed(2)} by phone`);
      }
    };
    const count = waiting.length;
    await Promise.all(Array.from({ length: PHONES }, play));
    t.diagnostic(
      `${count} falls: ${found.direct} found as parts, ${found.phone} by a phone; ${differing.join('; ')}`,
    );
    // A single fall of a small set is more than two points.
    const allowed = Math.max(1, ALLOWED_SHARE * count);
    assert.ok(found.phone >= found.direct - allowed, differing.join('\n'));
  });
});
