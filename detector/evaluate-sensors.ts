// npm run evaluate-sensors [-- --phases N]: measures what poorer sensors cost, and writes the table of docs/wearables.md.
// --print prints it instead. It takes about six minutes of one processor.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Piscina } from 'piscina';
import { WEIGHTS } from '../src/readings/scoring/weights.ts';
import type { Judged } from './judge.ts';
import { dataSetOf, RECORDINGS, requireRecordings } from './recordings.ts';
import { SENSORS, sensorTable } from './sensors.ts';
import type { Share } from './sensors-thread.ts';

const PAGE = new URL('../docs/wearables.md', import.meta.url);
const TABLE = /(<!-- Written by `npm run evaluate-sensors`[^>]*-->\n)[\s\S]*?(\n<!-- end -->)/;

const { values } = parseArgs({
  options: {
    phases: { type: 'string', default: '1' },
    print: { type: 'boolean', default: false },
  },
});
const phases = Number(values.phases);
requireRecordings(RECORDINGS);

const pool = new Piscina<Share, Judged[][]>({
  filename: fileURLToPath(new URL('sensors-thread.ts', import.meta.url)),
  maxThreads: availableParallelism(),
});
const ofSets = await Promise.all(RECORDINGS.map((path) => pool.run({ path, phases })));
await pool.destroy();
const judged = SENSORS.map((_, i) => ofSets.flatMap((own) => own[i] ?? []));
const text = `
Detector ${WEIGHTS.version}, measured ${new Date().toISOString().slice(0, 10)}:

${sensorTable({ sets: RECORDINGS.map(dataSetOf), judged, phases })}
`;
if (values.print) console.log(text);
else
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(TABLE, (_, start, end) => start + text + end),
  );
