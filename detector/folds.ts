import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createDetector, type Detector } from '../src/readings/scoring/score.ts';
import { parseWeights, WEIGHTS } from '../src/readings/scoring/weights.ts';

interface FoldsFile {
  readonly version: string;
  readonly folds: readonly { readonly people: readonly string[]; readonly networks: unknown }[];
}

export interface Strangers {
  /** True if the released weights were trained on this person. */
  knows(subject: string): boolean;
  /** The detector for a person: trained, with levels chosen, without that person; for other people the released detector. */
  detectorFor(subject: string): Detector;
  /** The same networks with the released levels, chosen on all people. */
  detectorWithSharedLevels(subject: string): Detector;
}

const FOLDS = new URL('../training/folds.json.gz', import.meta.url);

/** Output of training/train.py: the networks trained without each group of people. */
export function readStrangers(): Strangers {
  const { version, folds }: FoldsFile = JSON.parse(gunzipSync(readFileSync(FOLDS)).toString('utf8'));
  if (version !== WEIGHTS.version)
    throw new Error(`training/folds.json.gz is of ${version}, the weights are of ${WEIGHTS.version}`);
  const shipped = createDetector(WEIGHTS);
  const own = new Map<string, Detector>();
  const shared = new Map<string, Detector>();
  for (const { people, networks } of folds) {
    const weights = parseWeights({ version, networks });
    const { reading, samples } = weights.networks;
    const levels = {
      reading: { ...reading, knots: WEIGHTS.networks.reading.knots },
      samples: { ...samples, knots: WEIGHTS.networks.samples.knots },
    };
    for (const subject of people) {
      own.set(subject, createDetector(weights));
      shared.set(subject, createDetector({ version, networks: levels }));
    }
  }
  return {
    knows: (subject) => own.has(subject),
    detectorFor: (subject) => own.get(subject) ?? shipped,
    detectorWithSharedLevels: (subject) => shared.get(subject) ?? shipped,
  };
}
