/**
 * npm run evaluate -- --data ../shared/data/recordings.ndjson.gz [--kind reading|last|samples|all] [--phases 5]
 *   [--bars none | sensitivity=0.92,specificity=0.95,false-alarms=8,delay=3]
 *   [--through service --url http://localhost:3000 --mqtt mqtt://localhost:1883]
 * Measures the detector on the recordings; exits 1 below the bars. In process it writes docs/detection.md and .svg.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { scoreWindow } from '../src/scoring/score.ts';
import { DEFAULT_BARS, missedBars, parseBars } from './detector/bars.ts';
import { type Trained, train } from './detector/cross-validate.ts';
import { LIVES } from './detector/lives.ts';
import { figuresOf, judgeStreams, LEVELS, type Outcome, tradeOffOf } from './detector/metrics.ts';
import { tradeOffPlot } from './detector/plot.ts';
import { readRecordings } from './detector/recordings.ts';
import type { Sending } from './detector/replay.ts';
import {
  activityTable,
  type Evaluation,
  type Judged,
  levelTable,
  overview,
  reportOf,
  SENDING_NAMES,
} from './detector/report.ts';
import { buildStreams, PLAIN } from './detector/streams.ts';
import { judgeThroughService } from './detector/through-service.ts';
import { sentence } from './detector/weights-file.ts';

const SENDINGS: readonly Sending[] = ['reading', 'last', 'samples'];
const COLOURS: Readonly<Record<Sending, string>> = {
  reading: '#1f6fb2',
  last: '#b2451f',
  samples: '#2c8a4b',
};

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/recordings.ndjson.gz' },
    kind: { type: 'string', default: 'all' },
    phases: { type: 'string', default: String(PLAIN.phases) },
    bars: { type: 'string' },
    through: { type: 'string', default: 'process' },
    url: { type: 'string', default: 'http://localhost:3000' },
    mqtt: { type: 'string', default: 'mqtt://localhost:1883' },
    'no-docs': { type: 'boolean', default: false },
  },
});

const sendings = values.kind === 'all' ? SENDINGS : SENDINGS.filter((sending) => sending === values.kind);
if (sendings.length === 0) throw new Error(`--kind must be all or one of ${SENDINGS.join(', ')}`);
const givenBars = values.bars === undefined ? undefined : parseBars(values.bars);
const trials = readRecordings(values.data);
const plain = buildStreams(trials, { ...PLAIN, phases: Number(values.phases) });

const missed = values.through === 'service' ? await evaluateService() : evaluateInProcess();
for (const complaint of missed) console.error(`below the bar: ${complaint}`);
process.exitCode = missed.length > 0 ? 1 : 0;

function evaluateInProcess(): string[] {
  const trained = new Map<string, Trained>();
  const evaluations = sendings.map((sending) => evaluate(sending, trained));
  console.log(`Strangers:\n${overview(evaluations, 'strangers')}`);
  console.log(
    `\nThe shipped weights, on the people they were fitted to:\n${overview(evaluations, 'shipped')}`,
  );
  if (values.kind === 'all' && !values['no-docs']) writeDocs(evaluations);
  return evaluations.flatMap(({ sending, strangers }) => below(sending, strangers));
}

/** Last samples are judged by the weights for readings: nothing in a message tells the two apart. */
function evaluate(sending: Sending, trained: Map<string, Trained>): Evaluation {
  const kind = sending === 'last' ? 'reading' : sending;
  const fitted = trained.get(kind) ?? train(trials, kind);
  trained.set(kind, fitted);
  const { detectorFor, detectorWithSharedThreshold } = fitted;
  const lives =
    sending === 'last'
      ? []
      : Object.entries(LIVES).map(
          ([name, options]) =>
            [name, judgeStreams(buildStreams(trials, options), sending, detectorFor)] as const,
        );
  return {
    sending,
    strangers: judgeStreams(plain, sending, detectorFor),
    sharedThreshold: judgeStreams(plain, sending, detectorWithSharedThreshold),
    shipped: judgeStreams(plain, sending, () => scoreWindow),
    lives,
  };
}

async function evaluateService(): Promise<string[]> {
  const missed: string[] = [];
  const judged: Judged[] = [];
  for (const sending of sendings) {
    const outcomes = await judgeThroughService(plain, sending, values);
    console.log(`${SENDING_NAMES[sending]}, through the service: ${sentence(figuresOf(outcomes))}`);
    console.log(`  and in process: ${sentence(figuresOf(judgeStreams(plain, sending, () => scoreWindow)))}`);
    console.log(`\n${levelTable(outcomes)}\n`);
    judged.push({ sending, outcomes });
    missed.push(...below(sending, outcomes));
  }
  console.log(`Trials with an alert, by activity:\n${activityTable(judged)}`);
  return missed;
}

function below(sending: Sending, outcomes: readonly Outcome[]): string[] {
  const bars = givenBars ?? DEFAULT_BARS[sending] ?? {};
  return missedBars(figuresOf(outcomes), bars).map((what) => `${SENDING_NAMES[sending]}: ${what}`);
}

function writeDocs(evaluations: readonly Evaluation[]): void {
  const text = reportOf({
    date: new Date().toISOString().slice(0, 10),
    data: basename(values.data),
    trials: trials.length,
    people: new Set(trials.map(({ subject }) => subject)).size,
    phases: Number(values.phases),
    evaluations,
  });
  const curves = evaluations.map(({ sending, strangers }) => ({
    label: SENDING_NAMES[sending],
    colour: COLOURS[sending],
    points: tradeOffOf(strangers),
    marks: LEVELS.map((level) => ({ label: level, at: figuresOf(strangers, level) })),
  }));
  writeFileSync(new URL('../docs/detection.md', import.meta.url), text);
  writeFileSync(
    new URL('../docs/detection.svg', import.meta.url),
    tradeOffPlot('Falls found against false alarms per hour', curves),
  );
}
