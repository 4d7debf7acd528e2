import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createDetector, type Detector } from '../src/readings/scoring/score.ts';
import { createVerifier, parseVerifier, type Verify } from '../src/readings/scoring/verify.ts';
import { type DetectorWeights, parseWeights, WEIGHTS } from '../src/readings/scoring/weights.ts';

interface FoldsFile {
  readonly version: string;
  readonly folds: readonly { readonly people: readonly string[]; readonly networks: unknown }[];
  readonly devices: readonly { readonly dataSets: readonly string[]; readonly networks: unknown }[];
}

/** A detector that does not know some people, and how it verifies falls. */
export interface Stranger {
  readonly detect: Detector;
  readonly verify: Verify;
}

export interface Strangers {
  /** Trained without this person; the released one for a person who is not in the training. */
  withoutPerson(subject: string): Stranger;
  /** The networks that were trained without this data set; undefined if there are none. */
  withoutDataSet(name: string): Detector | undefined;
}

const FOLDS = new URL('../training/folds.json.gz', import.meta.url);
/** The verifiers of the same groups of people, in the same order (detector/train-verifier.ts). */
export const VERIFIER_FOLDS = new URL('../training/verifier-folds.json', import.meta.url);

/** Output of training/train.py: the networks trained without each group of people, and without each device. */
function readFile(): FoldsFile {
  const file: FoldsFile = JSON.parse(gunzipSync(readFileSync(FOLDS)).toString('utf8'));
  if (file.version !== WEIGHTS.version)
    throw new Error(`training/folds.json.gz is of ${file.version}, the weights are of ${WEIGHTS.version}`);
  return file;
}

interface Fold {
  readonly people: readonly string[];
  readonly weights: DetectorWeights;
}

const foldsOf = ({ version, folds }: FoldsFile): Fold[] =>
  folds.map(({ people, networks }) => ({ people, weights: parseWeights({ version, networks }) }));

export const readFolds = (): Fold[] => foldsOf(readFile());

export function readStrangers(): Strangers {
  const file = readFile();
  const verifiers: unknown[] = JSON.parse(readFileSync(VERIFIER_FOLDS, 'utf8'));
  const people = new Map<string, Stranger>();
  foldsOf(file).forEach((fold, i) => {
    const stranger: Stranger = {
      detect: createDetector(fold.weights),
      verify: createVerifier(fold.weights, parseVerifier(verifiers[i])),
    };
    for (const subject of fold.people) people.set(subject, stranger);
  });
  const released: Stranger = { detect: createDetector(WEIGHTS), verify: createVerifier() };
  const dataSets = new Map<string, Detector>();
  for (const { dataSets: names, networks } of file.devices ?? []) {
    const detector = createDetector(parseWeights({ version: file.version, networks }));
    for (const name of names) dataSets.set(name, detector);
  }
  return {
    withoutPerson: (subject) => people.get(subject) ?? released,
    withoutDataSet: (name) => dataSets.get(name),
  };
}
