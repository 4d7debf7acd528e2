// Writes what training/pressure.py fits: for every message of FallAllD with an impact in view, the log-odds of networks that
// do not know the wearer, and the height lost as the service computes it from one air pressure a second.
//   node --import tsx detector/pressure-table.ts recordings-fallalld.ndjson.gz pressure-fallalld.ndjson.gz > table.ndjson

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { logOdds } from '../src/platform/log-odds.ts';
import { valueAt } from '../src/readings/scoring/calibration.ts';
import { changeIn, EVIDENCE, weigh } from '../src/readings/scoring/evidence.ts';
import { createJudge, createModels } from '../src/readings/scoring/score.ts';
import { FIELDS, PRESSURE, SHORTEST_HISTORY, type Window } from '../src/readings/scoring/window.ts';
import { readFolds } from './folds.ts';
import { phasesOf } from './judge.ts';
import { counts } from './metrics.ts';
import { readRecordings } from './recordings.ts';
import { createReplay } from './replay.ts';
import { buildStreams, PLAIN, type Stream } from './streams.ts';

/** Air pressure of a trial, equally spaced from its start. */
interface Pressure {
  readonly id: string;
  readonly rateHz: number;
  readonly medianHPa: number;
  readonly hPa: readonly number[];
}

const [recordings, pressures] = process.argv.slice(2);
if (recordings === undefined || pressures === undefined)
  throw new Error('usage: pressure-table.ts RECORDINGS PRESSURES');
const height = heightEvidence();

const pressureOf = new Map<string, Pressure>();
for (const line of gunzipSync(readFileSync(pressures)).toString('utf8').trim().split('\n')) {
  const pressure: Pressure = JSON.parse(line);
  pressureOf.set(pressure.id, pressure);
}
const people = new Map(
  readFolds().flatMap((fold) => {
    const models = createModels(fold.weights);
    const judge = createJudge(models);
    return fold.people.map((subject) => [subject, { models, judge }] as const);
  }),
);
const replay = createReplay();
const trials = readRecordings(recordings);
for (const stream of buildStreams(trials, { ...PLAIN, phases: phasesOf(trials.length, PLAIN.phases) }))
  for (const sending of ['reading', 'parts'] as const)
    for (const gyro of [true, false]) writeStream(stream, sending, gyro);

function heightEvidence() {
  const found = EVIDENCE.find(({ column }) => column === PRESSURE);
  if (found === undefined) throw new Error('no evidence is of air pressure');
  return found;
}

function writeStream(stream: Stream, sending: 'reading' | 'parts', gyro: boolean): void {
  const { id, subject, fall } = stream.trial;
  const stranger = people.get(subject);
  const pressure = pressureOf.get(id);
  if (stranger === undefined || pressure === undefined) return;
  const { models, judge } = stranger;
  const messages: number[][] = [];
  replay(stream, sending, gyro, (window, length, message) => {
    if (message < SHORTEST_HISTORY - 1 || !counts(stream, message)) return;
    addPressure(window, length, stream, message, pressure);
    const { logit, network, age } = judge(window, length);
    if (Number.isNaN(logit)) return;
    const lost = age < 1 ? Number.NaN : changeIn(height, window.cells, length, age);
    messages.push([logOdds(valueAt(models[network].knots, logit)), lost, weigh(height, lost)]);
  });
  const kind = `${sending}${gyro ? '' : ' without gyro'}`;
  console.log(JSON.stringify({ id, subject, fall, kind, messages }));
}

/** The pressure at the time of each message, as a wearable sends it. What was put before the trial mirrors its pressure. */
function addPressure(
  { cells }: Window,
  length: number,
  { messages, signal, trial }: Stream,
  newest: number,
  { rateHz, medianHPa, hPa }: Pressure,
): void {
  const frontS = (signal.length - trial.samples.length) / trial.rateHz;
  for (let reading = 0; reading < length; reading++) {
    const at = Math.abs((messages[newest - (length - 1 - reading)]?.at ?? 0) - frontS);
    const place = Math.min(hPa.length - 1, Math.round(at * rateHz));
    cells[reading * FIELDS + PRESSURE] = medianHPa + (hPa[place] ?? 0);
  }
}
