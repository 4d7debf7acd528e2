// npm run evaluate -- [options]; --help lists them.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { scoreWindow } from '../src/readings/scoring/score.ts';
import { WEIGHTS } from '../src/readings/scoring/weights.ts';
import { evaluationOf, writeEvaluation } from './choices.ts';
import { judgeAll } from './judge-all.ts';
import { type Case, type Outcome, outcomeOf } from './metrics.ts';
import { dataSetOf, hasGyro, RECORDINGS, readRecordings, requireRecordings } from './recordings.ts';
import { createReplay, SENDINGS, type Sending } from './replay.ts';
import { plotOf, reportOf, SENDING_NAMES, sentence } from './report.ts';
import { compare, keepServiceFigures, readServiceFigures } from './service-figures.ts';
import { buildStreams, PLAIN, type Stream } from './streams.ts';
import { judgeThroughService } from './through-service.ts';

const QUICK_PEOPLE = 2;
const UNUSABLE = 2;
const MISSING: Outcome = { confidence: 0, delayS: Number.NaN, ringS: Number.NaN };

const HELP = `
  npm run evaluate [-- options]

  Measures the detector on the recordings. A run with all files writes
  docs/detection.md, docs/detection.svg and src/falls/reports/evaluation.json.

    --data FILE        recordings, once per file (all data sets)
    --phases N         positions of the second boundary (${PLAIN.phases})
    --quick            ${QUICK_PEOPLE} people per data set, one position; prints the page
    --no-docs          print the page, do not write it
    --through service  send the recordings to a running service and compare
    --kind NAME        what is sent: ${SENDINGS.join(', ')} or all (all)
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
const phases = values.quick ? 1 : Number(values.phases);
if (sendings.length === 0) giveUp(`--kind ${values.kind}: must be all or one of ${SENDINGS.join(', ')}`);
if (!(Number.isInteger(phases) && phases > 0)) giveUp(`--phases ${values.phases}: must be a whole number`);
orGiveUp(requireRecordings, values.data);

if (values.through === 'service') for (const path of values.data) await evaluateService(path).catch(giveUp);
else await evaluateInProcess();

function readValues() {
  return parseArgs({
    options: {
      data: { type: 'string', multiple: true, default: [...RECORDINGS] },
      kind: { type: 'string', default: 'all' },
      phases: { type: 'string', default: String(PLAIN.phases) },
      quick: { type: 'boolean', default: false },
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

async function evaluateInProcess(): Promise<void> {
  const people = values.quick ? QUICK_PEOPLE : undefined;
  const judged = await judgeAll(values.data, phases, people);
  const parts = {
    date: today(),
    detector: WEIGHTS.version,
    phases,
    sets: values.data.map(dataSetOf),
    judged,
    service: readServiceFigures(WEIGHTS.version),
  };
  const page = reportOf(parts);
  const isWhole = !values.quick && values.data.length === RECORDINGS.length;
  if (!isWhole || values['no-docs']) {
    console.log(page);
    return;
  }
  writeFileSync(new URL('../docs/detection.md', import.meta.url), page);
  writeFileSync(new URL('../docs/detection.svg', import.meta.url), plotOf(parts));
  writeEvaluation(evaluationOf(parts));
  console.log('wrote docs/detection.md, docs/detection.svg and src/falls/reports/evaluation.json');
}

async function evaluateService(path: string): Promise<void> {
  const { name, label, kind } = dataSetOf(path);
  if (kind === 'life') return;
  const streams = buildStreams(readRecordings(path), { ...PLAIN, phases });
  const caseOf = ({ trial: { id, activity, subject, fall }, staysDown }: Stream, outcome: Outcome): Case => ({
    set: name,
    trial: id,
    activity,
    subject,
    fall,
    staysDown,
    ...outcome,
  });
  for (const sending of sendings) {
    const outcomes = await judgeThroughService(streams, sending, values);
    const compared = compare(
      streams.map((stream) => caseOf(stream, outcomes.get(stream) ?? MISSING)),
      streams.map((stream) => caseOf(stream, judgeByRelease(stream, sending))),
    );
    console.log(`${label}, ${SENDING_NAMES[sending]}, through the service: ${sentence(compared.service)}`);
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
  }
}

/** By the released weights, which have seen these people: the service has no others. */
function judgeByRelease(stream: Stream, sending: Sending): Outcome {
  const confidences: number[] = [];
  createReplay()(stream, sending, hasGyro(stream.trial), (window, length) => {
    confidences.push(scoreWindow(window, length));
  });
  return outcomeOf(stream, confidences);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
