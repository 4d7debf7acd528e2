import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** One sample: ax, ay, az in m/s², gx, gy, gz in °/s. */
export type Sample = readonly [number, number, number, number, number, number];

export interface Trial {
  id: string;
  activity: string;
  subject: string;
  fall: boolean;
  rateHz: number;
  fallStartS: number | null;
  fallEndS: number | null;
  samples: Sample[];
}

/** Default paths of the data sets; `shared/data/README.md` names their sources. */
export const RECORDINGS: readonly string[] = [
  '../shared/data/recordings.ndjson.gz',
  '../shared/data/recordings-uma.ndjson.gz',
];

/** Message if there are no recordings: the data sets belong to others and are not in the repository. */
export function requireRecordings(paths: readonly string[]): void {
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw new Error(`There are no recordings at ${missing}.\n${WHERE_FROM}`);
}

const WHERE_FROM = `The detector is measured on public data sets, to be had from their authors:
  WEDA-FALL  Marques and Moreno, Sensors 2023
    https://github.com/joaojtmarques/WEDA-FALL
  UMAFall    Casilari, Santoyo-Ramón and Cano-García, 2017
    webpersonal.uma.es/de/ECASILARI/Fall_ADL_Traces/UMA_FALL_ADL_dataset.html
training/README.md, "The data", says how to write them down; then
  npm run evaluate -- --data FILE.ndjson.gz`;

export function readRecordings(path: string): Trial[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Trial);
}

export function magnitude(sample: Sample): number {
  return Math.hypot(sample[0], sample[1], sample[2]);
}

export function rotation(sample: Sample): number {
  return Math.hypot(sample[3], sample[4], sample[5]);
}

/** The annotation is accurate to half a second only, so the impact is the hardest sample in or near it. */
export function impactIndex(trial: Trial): number {
  const from = Math.max(0, Math.floor(((trial.fallStartS ?? 0) - 0.5) * trial.rateHz));
  const to = Math.ceil(((trial.fallEndS ?? Infinity) + 0.5) * trial.rateHz);
  let impact = from;
  let hardest = 0;
  trial.samples.slice(from, to).forEach((sample, i) => {
    if (magnitude(sample) > hardest) {
      hardest = magnitude(sample);
      impact = from + i;
    }
  });
  return impact;
}
