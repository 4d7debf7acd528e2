/** npm run train -- --data ../shared/data/recordings.ndjson.gz: fits the detector and writes src/scoring/weights.ts. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { MessageKind } from '../src/scoring/features.ts';
import { train } from './detector/cross-validate.ts';
import { alertsByActivity, figuresOf, judgeStreams, type Outcome } from './detector/metrics.ts';
import { readRecordings } from './detector/recordings.ts';
import { buildStreams, PLAIN, type StreamOptions } from './detector/streams.ts';
import { sentence, weightsFile } from './detector/weights-file.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/recordings.ndjson.gz' },
    'dry-run': { type: 'boolean', default: false },
  },
});

const LIVES: Readonly<Record<string, StreamOptions>> = {
  'walking before': { ...PLAIN, before: ['walking'] },
  'rest before': { ...PLAIN, before: ['resting'] },
  'seated before': { ...PLAIN, before: ['sitting'], seed: 13 },
  'stays down after': { ...PLAIN, after: ['stays still'], seed: 15 },
  'jitter, 5 % lost': { ...PLAIN, jitterS: 0.15, lost: 0.05, seed: 17 },
};

const trials = readRecordings(values.data);
// These activities are chosen to provoke; fewer false alarms than this would be paid with one fall in ten.
const trained = { reading: train(trials, 'reading', 0.962), samples: train(trials, 'samples', 0.967) };
const figures = { reading: report('reading'), samples: report('samples') };

if (!values['dry-run']) {
  const text = weightsFile(
    { reading: trained.reading.weights, samples: trained.samples.weights },
    {
      date: new Date().toISOString().slice(0, 10),
      data: basename(values.data),
      trials: trials.length,
      subjects: new Set(trials.map(({ subject }) => subject)).size,
      figures,
    },
  );
  writeFileSync(new URL('../src/scoring/weights.ts', import.meta.url), text);
}

function report(kind: MessageKind) {
  const judge = (options: StreamOptions): Outcome[] =>
    judgeStreams(buildStreams(trials, options), kind, trained[kind].detectorFor);
  const plain = judge(PLAIN);
  const overall = figuresOf(plain);
  const percent = (share: number) => (100 * share).toFixed(1).padStart(5);
  console.log(`\n${kind}: ${sentence(overall)}`);
  console.log(`  alerts before the impact ${percent(overall.early)} %`);
  console.log(
    `  HIGH or above: falls ${percent(overall.high[0])} %, activities ${percent(overall.high[1])} %`,
  );
  console.log(
    `  CONFIRMED: falls ${percent(overall.confirmed[0])} %, activities ${percent(overall.confirmed[1])} %`,
  );
  for (const [life, options] of Object.entries(LIVES)) {
    console.log(`  ${life.padEnd(18)} ${sentence(figuresOf(judge(options)))}`);
  }
  const rows = [...alertsByActivity(plain)].map(([activity, share]) => `${activity} ${percent(share)}`);
  console.log(`  alerts in % of streams: ${rows.join('  ')}`);
  return overall;
}
