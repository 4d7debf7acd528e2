import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createDetector, type Detector, scoreWindow } from '../src/readings/scoring/score.ts';
import { parseWeights, WEIGHTS } from '../src/readings/scoring/weights.ts';

interface FoldsFile {
  readonly version: string;
  readonly folds: readonly { readonly people: readonly string[]; readonly networks: unknown }[];
  readonly devices: readonly { readonly dataSets: readonly string[]; readonly networks: unknown }[];
}

export interface Strangers {
  /** The networks that were trained without this person; the released ones for a person who is not in the training. */
  withoutPerson(subject: string): Detector;
  /** The networks that were trained without this data set; undefined if there are none. */
  withoutDataSet(name: string): Detector | undefined;
}

const FOLDS = new URL('../training/folds.json.gz', import.meta.url);

/** Output of training/train.py: the networks trained without each group of people, and without each device. */
export function readStrangers(): Strangers {
  const file: FoldsFile = JSON.parse(gunzipSync(readFileSync(FOLDS)).toString('utf8'));
  const { version, folds, devices } = file;
  if (version !== WEIGHTS.version)
    throw new Error(`training/folds.json.gz is of ${version}, the weights are of ${WEIGHTS.version}`);
  const detectorOf = (networks: unknown): Detector => createDetector(parseWeights({ version, networks }));
  const people = new Map<string, Detector>();
  for (const fold of folds) {
    const detector = detectorOf(fold.networks);
    for (const subject of fold.people) people.set(subject, detector);
  }
  const dataSets = new Map<string, Detector>();
  for (const device of devices ?? []) {
    const detector = detectorOf(device.networks);
    for (const name of device.dataSets) dataSets.set(name, detector);
  }
  return {
    withoutPerson: (subject) => people.get(subject) ?? scoreWindow,
    withoutDataSet: (name) => dataSets.get(name),
  };
}
