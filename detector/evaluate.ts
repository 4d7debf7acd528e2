// npm run evaluate -- [options]; --help lists them.
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { scoreWindow } from '../src/readings/scoring/score.ts';
import { WEIGHTS } from '../src/readings/scoring/weights.ts';
import { DEFAULT_BARS, missedBars, parseBars } from './bars.ts';
import { readStrangers } from './folds.ts';
import { LIVES } from './lives.ts';
import { figuresOf, judgeStreams, LEVELS, type Outcome, sentence, tradeOffOf } from './metrics.ts';
import { tradeOffPlot } from './plot.ts';
import { RECORDINGS, readRecordings, requireRecordings } from './recordings.ts';
import type { Sending } from './replay.ts';
import {
  activityTable,
  type DataSet,
  type Evaluation,
  type Judged,
  levelTable,
  overview,
  reportOf,
  SENDING_NAMES,
} from './report.ts';
import { compare, keepServiceFigures, readServiceFigures } from './service-figures.ts';
import { buildStreams, PLAIN } from './streams.ts';
import { judgeThroughService } from './through-service.ts';

const SENDINGS: readonly Sending[] = ['reading', 'last', 'samples'];
const COLOURS: Readonly<Record<Sending, string>> = {
  reading: '#1f6fb2',
  last: '#b2451f',
  samples: '#2c8a4b',
};

/** Other conditions are shown for orientation. */
const LIFE_PHASES = 1;

const UNUSABLE = 2;

const HELP = `
  npm run evaluate [-- options]

  Measures the detector on the recordings and exits with 1 below the bars. A run
  with all kinds writes docs/detection.md and docs/detection.svg.

    --data FILE        recordings, once per file (both data sets)
    --kind NAME        reading, last, samples or all (all)
    --phases N         positions of the second boundary (${PLAIN.phases})
    --bars LIST        none, or bars such as
                       sensitivity=0.92,specificity=0.95,false-alarms=8,delay=3
    --no-docs          do not write docs/detection.md and docs/detection.svg
    --through service  send the recordings to a running service and compare
    --url URL          the service (http://localhost:3000)
    --mqtt URL         its broker (mqtt://localhost:1883)
    --help, -h         print this help
`;

const values = orGiveUp(readValues, undefined);
if (values.help) {
  console.log(HELP);
  process.exit();
}
const sendings = values.kind === 'all' ? SENDINGS : SENDINGS.filter((sending) => sending === values.kind);
const phases = Number(values.phases);
if (sendings.length === 0) giveUp(`--kind ${values.kind}: must be all or one of ${SENDINGS.join(', ')}`);
if (!(Number.isInteger(phases) && phases > 0)) giveUp(`--phases ${values.phases}: must be a whole number`);
const givenBars = values.bars === undefined ? undefined : orGiveUp(parseBars, values.bars);
orGiveUp(requireRecordings, values.data);

const missed: string[] = [];
if (values.through === 'service')
  for (const path of values.data) missed.push(...(await evaluateService(path).catch(giveUp)));
else missed.push(...evaluateInProcess());
for (const complaint of missed) console.error(`below the bar: ${complaint}`);
process.exitCode = missed.length > 0 ? 1 : 0;

function readValues() {
  return parseArgs({
    options: {
      data: { type: 'string', multiple: true, default: [...RECORDINGS] },
      kind: { type: 'string', default: 'all' },
      phases: { type: 'string', default: String(PLAIN.phases) },
      bars: { type: 'string' },
      through: { type: 'string', default: 'process' },
      url: { type: 'string', default: 'http://localhost:3000' },
      mqtt: { type: 'string', default: 'mqtt://localhost:1883' },
      'no-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values;
}

function orGiveUp<Given, Found>(find: (given: Given) => Found, given: Given): Found {
  try {
    return find(given);
  } catch (error) {
    return giveUp(error);
  }
}

/** Prints a mistake of the user without a stack. */
function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(UNUSABLE);
}

function evaluateInProcess(): string[] {
  const strangers = readStrangers();
  const sets = values.data.map((path): DataSet => {
    const trials = readRecordings(path);
    const plain = buildStreams(trials, { ...PLAIN, phases });
    return {
      name: basename(path),
      trials: trials.length,
      people: new Set(trials.map(({ subject }) => subject)).size,
      evaluations: sendings.map((sending): Evaluation => {
        const { detectorFor, detectorWithSharedLevels } = strangers;
        const lives = sending === 'last' ? [] : Object.entries(LIVES);
        return {
          sending,
          strangers: judgeStreams(plain, sending, detectorFor),
          sharedLevels: judgeStreams(plain, sending, detectorWithSharedLevels),
          shipped: judgeStreams(plain, sending, () => scoreWindow),
          lives: lives.map(([name, options]) => [
            name,
            judgeStreams(buildStreams(trials, { ...options, phases: LIFE_PHASES }), sending, detectorFor),
          ]),
        };
      }),
    };
  });
  for (const { name, evaluations } of sets) {
    console.log(`${name}, strangers:\n${overview(evaluations, 'strangers')}\n`);
  }
  if (values.kind === 'all' && !values['no-docs']) writeDocs(sets);
  return sets.flatMap(({ name, evaluations }) =>
    evaluations.flatMap(({ sending, strangers }) => below(name, sending, strangers)),
  );
}

async function evaluateService(path: string): Promise<string[]> {
  const name = basename(path);
  const plain = buildStreams(readRecordings(path), { ...PLAIN, phases });
  const missed: string[] = [];
  const judged: Judged[] = [];
  for (const sending of sendings) {
    const outcomes = await judgeThroughService(plain, sending, values);
    const compared = compare(
      outcomes,
      judgeStreams(plain, sending, () => scoreWindow),
    );
    console.log(`${name}, ${SENDING_NAMES[sending]}, through the service: ${sentence(compared.service)}`);
    console.log(`  and in process: ${sentence(compared.inProcess)}`);
    console.log(`  ${compared.otherwise} of ${compared.streams} streams alert in one and not in the other`);
    if (!values['no-docs'])
      keepServiceFigures({
        detector: WEIGHTS.version,
        date: today(),
        data: name,
        sending,
        phases,
        ...compared,
      });
    console.log(`\n${levelTable(outcomes)}\n`);
    judged.push({ sending, outcomes });
    missed.push(...below(name, sending, outcomes));
  }
  console.log(`Trials with an alert, by activity:\n${activityTable(judged)}`);
  return missed;
}

function below(data: string, sending: Sending, outcomes: readonly Outcome[]): string[] {
  const bars = givenBars ?? DEFAULT_BARS[sending] ?? {};
  return missedBars(figuresOf(outcomes), bars).map((what) => `${data}, ${SENDING_NAMES[sending]}: ${what}`);
}

function writeDocs(sets: readonly DataSet[]): void {
  const text = reportOf({
    date: today(),
    detector: WEIGHTS.version,
    phases,
    sets,
    service: readServiceFigures(WEIGHTS.version),
  });
  const curves = sets.slice(0, 1).flatMap(({ evaluations }) =>
    evaluations.map(({ sending, strangers }) => ({
      label: SENDING_NAMES[sending],
      colour: COLOURS[sending],
      points: tradeOffOf(strangers),
      marks: LEVELS.map((level) => ({ label: level, at: figuresOf(strangers, level) })),
    })),
  );
  writeFileSync(new URL('../docs/detection.md', import.meta.url), text);
  writeFileSync(
    new URL('../docs/detection.svg', import.meta.url),
    tradeOffPlot('Falls found against false alarms per hour', curves),
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
