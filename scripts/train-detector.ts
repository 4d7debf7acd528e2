/** npm run train -- --data ../shared/data/recordings.ndjson.gz: fits the detector and writes src/scoring/weights.ts. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { MessageKind } from '../src/scoring/features.ts';
import { train } from './detector/cross-validate.ts';
import { alertsByActivity, figuresOf, judgeStreams, LEVELS } from './detector/metrics.ts';
import { readRecordings } from './detector/recordings.ts';
import { buildStreams, PLAIN } from './detector/streams.ts';
import { sentence, weightsFile } from './detector/weights-file.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/recordings.ndjson.gz' },
    'dry-run': { type: 'boolean', default: false },
  },
});

const trials = readRecordings(values.data);
const trained = { reading: train(trials, 'reading'), samples: train(trials, 'samples') };
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
  const plain = judgeStreams(buildStreams(trials, PLAIN), kind, trained[kind].detectorFor);
  const overall = figuresOf(plain);
  const percent = (share: number) => (100 * share).toFixed(1).padStart(5);
  console.log(`\n${kind}: ${sentence(overall)}`);
  console.log(`  alerts before the impact ${percent(overall.early)} %`);
  for (const level of LEVELS) {
    const { sensitivity, specificity } = figuresOf(plain, level);
    console.log(`  ${level}: falls ${percent(sensitivity)} %, activities ${percent(1 - specificity)} %`);
  }
  const rows = [...alertsByActivity(plain)].map(([activity, share]) => `${activity} ${percent(share)}`);
  console.log(`  alerts in % of streams: ${rows.join('  ')}`);
  return overall;
}
