import {
  createScratch,
  describe,
  FEATURES,
  type MessageKind,
  writeFeatures,
} from '../../src/scoring/features.ts';
import { IMPACT, SHORTEST_HISTORY } from '../../src/scoring/model.ts';
import { replay } from './replay.ts';
import type { Stream } from './streams.ts';

/** Readings this long after an impact count as its confirmation; later ones the volunteers may spend getting up. */
const CONFIRMED_WITHIN_S = 6;

/**
 * Readings of many streams as rows of features. A bag is what is decided as one: the seconds after a fall's impact,
 * or an activity as a whole; the seconds before an impact are an activity too.
 */
export interface ExampleSet {
  width: number;
  x: Float64Array;
  y: Float64Array;
  bag: Int32Array;
  subject: string[];
}

export function collectExamples(streams: readonly Stream[], kind: MessageKind): ExampleSet {
  const features = FEATURES[kind];
  const scratch = createScratch();
  const row = new Float64Array(features.length);
  const x: number[] = [];
  const y: number[] = [];
  const bag: number[] = [];
  const subject: string[] = [];
  streams.forEach((stream, number) => {
    replay(stream, kind, (window, length, message) => {
      const sinceImpact = message.at - stream.impactAt;
      if (length < SHORTEST_HISTORY || sinceImpact >= CONFIRMED_WITHIN_S) return;
      const scene = describe(window, length, kind, scratch);
      if (scene.peak < IMPACT) return;
      writeFeatures(features, scene, row);
      x.push(...row);
      y.push(sinceImpact >= 0 ? 1 : 0);
      bag.push(number * 2 + (sinceImpact >= 0 ? 1 : 0));
      subject.push(stream.trial.subject);
    });
  });
  return {
    width: features.length,
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    bag: Int32Array.from(bag),
    subject,
  };
}
