import { HIGHEST_CONFIDENCE } from '../../platform/fall-levels.ts';
import { logOdds, sigmoid } from '../../platform/log-odds.ts';
import { type Knots, valueAt } from './calibration.ts';
import { evidenceFor } from './evidence.ts';
import { createNetwork, type Network } from './network.ts';
import { createReadingInput, READING_INPUTS } from './reading-input.ts';
import { createSampleInput, SAMPLE_INPUTS } from './sample-input.ts';
import { type DetectorWeights, type NetworkWeights, WEIGHTS } from './weights.ts';
import {
  AX,
  cell,
  FIELDS,
  findImpact,
  GRAVITY,
  GX,
  hasGyro,
  IMPACT,
  kindOf,
  type MessageKind,
  type NetworkName,
  norm,
  peakOf,
  SAMPLE_COUNT,
  SAMPLE_GYRO_PEAK,
  SAMPLE_PEAK,
  SHORTEST_HISTORY,
  secondsToNext,
  T,
  WINDOW_LENGTH,
  type Window,
} from './window.ts';

const MAX_WITHOUT_IMPACT = 0.25;

/**
 * A reading so violent that it alerts without waiting for the stillness after it. Of the recorded activities of six
 * devices only blows on the sensor itself reach it (1.5 % of HIFD's). With 64 m/s² and 600 °/s it was 0.5 % of FallAllD's
 * activities, 3 % of HIFD's and 4 % of DSA's, for falls that the window finds a second or two later anyway.
 */
const VIOLENT = { acceleration: 80, rotation: 1000, confidence: 0.75 };
/** A single severe reading is recorded as SUSPICIOUS until the next readings decide. */
const SEVERE_AT_LEAST = 0.4;
const REPETITION = 10;
const BLOW = 20;
const HIGH = 0.7;
const SUSPICIOUS = 0.5;
/**
 * docs/contract.md, "Scoring": CONFIRMED needs so many seconds of readings after a hard blow. Of the impacts of ordinary
 * life 94 to 98 % are softer, of the falls that would be CONFIRMED 4 to 7 %.
 */
const CONFIRMED_AFTER_S = 3;
/**
 * The severe readings of docs/contract.md, "Scoring", and no more: of 1000 first readings during the recorded activities
 * 11 to 76 alert, depending on the device (a line through both, with a gentler slope, made it 17 to 103).
 */
const SEVERE = { acceleration: 19.8, rotation: 730 };
const HARD = { acceleration: 35, rotation: 300 };
const NEARLY_HARD = 30;
const FASTEST = 1000;
/** Rotation that is missing, in °/s, by which the confidence drops from HIGH to POTENTIAL and further. */
const STEEPNESS = 40;
/** Without rotation, the hardest blow is this suspicious. */
const BLOW_ALONE = 0.35;

/**
 * In a second of samples, the hardest blow and the fastest turn need not be one event, as they are in a single reading.
 * Below these values the second is only SUSPICIOUS: of 1000 first messages during the recorded activities 0 to 27 alert
 * (6 to 94 with the values of a single reading).
 */
const SEVERE_IN_SAMPLES = { acceleration: 45, rotation: 450 };

/** The rule that decided a confidence. */
export type Rule = 'single-reading' | 'no-impact' | 'model' | 'severe-reading' | 'violent-reading';

export interface Verdict {
  confidence: number;
  rule: Rule;
  kind: MessageKind;
  network: NetworkName;
  /** The candidate impact: its index in the window, and how many readings ago it was. */
  impact: number;
  age: number;
  /** The network's output; NaN without an impact. */
  logit: number;
  /** Log-odds added by other sensors. */
  evidence: number;
  /** The highest possible confidence: below CONFIRMED after a soft blow, and until enough readings follow a hard one. */
  most: number;
}

type Judge = (window: Window, length: number) => Readonly<Verdict>;
export type Detector = (window: Window, length: number) => number;

/** A network with its input and calibration: from a window to a logit, and from there to a confidence. */
interface Model {
  readonly network: Network;
  readonly knots: Knots;
  /** Fills the network's input from the window. */
  writeInput(window: Window, length: number, impact: number): void;
}

export type Models = Readonly<Record<NetworkName, Model>>;

export function createModels({ networks }: DetectorWeights): Models {
  return {
    reading: readingModel(networks.reading, true),
    samples: sampleModel(networks.samples, true),
    'reading-nogyro': readingModel(networks['reading-nogyro'], false),
    'samples-nogyro': sampleModel(networks['samples-nogyro'], false),
  };
}

/** Standardised inputs are clipped to this many standard deviations. */
const MAX_STANDARDISED = 6;

function readingModel({ layers, knots, typical, scale }: NetworkWeights, withGyro: boolean): Model {
  const network = createNetwork(layers, READING_INPUTS);
  const write = createReadingInput(withGyro);
  const { input } = network;
  return {
    network,
    knots,
    writeInput(window, length, impact) {
      write(window, length, impact, input);
      for (let i = 0; i < READING_INPUTS; i++) {
        const value = ((input[i] ?? 0) - (typical[i] ?? 0)) / (scale[i] ?? 1);
        input[i] = Math.max(-MAX_STANDARDISED, Math.min(MAX_STANDARDISED, value));
      }
    },
  };
}

function sampleModel({ layers, knots }: NetworkWeights, withGyro: boolean): Model {
  const network = createNetwork(layers, SAMPLE_INPUTS);
  const write = createSampleInput(withGyro);
  return { network, knots, writeInput: (window, length) => write(window, length, network.input) };
}

const WITHOUT_GYRO = { reading: 'reading-nogyro', samples: 'samples-nogyro' } as const;

/** The verdict is one object that the next call reuses: a thread judges many thousand readings a second. */
export function createJudge(models: Models): Judge {
  const verdict: Verdict = {
    confidence: 0,
    rule: 'single-reading',
    kind: 'reading',
    network: 'reading',
    impact: 0,
    age: 0,
    logit: Number.NaN,
    evidence: 0,
    most: HIGHEST_CONFIDENCE.HIGH,
  };

  function decide(rule: Rule, confidence: number): Verdict {
    verdict.rule = rule;
    verdict.confidence = Math.min(verdict.most, clamp(confidence));
    return verdict;
  }

  /** Confidence from the whole window. */
  function scoreByWindow(window: Window, length: number): number {
    const { kind, impact, age } = verdict;
    const peak = peakOf(window.cells, impact, kind);
    if (!(peak >= IMPACT)) return withoutImpact(peak);
    verdict.network = hasGyro(window, length) ? kind : WITHOUT_GYRO[kind];
    const { network, knots, writeInput } = models[verdict.network];
    writeInput(window, length, impact);
    verdict.logit = network.logit();
    verdict.evidence = evidenceFor(window.cells, length, age);
    const bare = valueAt(knots, verdict.logit);
    if (peak >= HARD.acceleration && isFollowed(window.cells, impact)) verdict.most = 1;
    return verdict.evidence !== 0 ? sigmoid(logOdds(bare) + verdict.evidence) : bare;
  }

  return (window, length) => {
    verdict.logit = Number.NaN;
    verdict.evidence = 0;
    verdict.most = HIGHEST_CONFIDENCE.HIGH;
    verdict.age = 0;
    if (length < 1) return decide('single-reading', 0);
    verdict.kind = kindOf(window, length);
    const newest = (length - 1) * FIELDS;
    const newestScore = scoreNewest(window.cells, newest);
    const violentScore = isViolent(window.cells, newest) ? VIOLENT.confidence : 0;
    // After a reading without history nothing may follow, so it alerts at once; otherwise the next seconds decide.
    if (length < SHORTEST_HISTORY && isAlone(window.cells, length))
      return decide('single-reading', Math.max(violentScore, newestScore));
    verdict.impact = findImpact(window, length, verdict.kind);
    verdict.age = length - 1 - verdict.impact;
    const windowScore = scoreByWindow(window, length);
    if (violentScore > windowScore) return decide('violent-reading', violentScore);
    const severeScore = newestScore > HIGH && isOnlyBlow(window, length, verdict.kind) ? SEVERE_AT_LEAST : 0;
    if (severeScore > windowScore) return decide('severe-reading', severeScore);
    return decide(Number.isNaN(verdict.logit) ? 'no-impact' : 'model', windowScore);
  };
}

/** Whether there is no other reading in the window's seconds. */
function isAlone(cells: Float32Array, length: number): boolean {
  return length === 1 || secondsToNext(cells, length - 2) >= WINDOW_LENGTH;
}

/** Whether the window has enough seconds after the impact. */
function isFollowed(cells: Float32Array, impact: number): boolean {
  return Math.round(-cell(cells, impact * FIELDS + T)) >= CONFIRMED_AFTER_S;
}

/** Whether the newest reading is the only blow of the last ten seconds: repeated hits are an activity. */
function isOnlyBlow({ cells }: Window, length: number, kind: MessageKind): boolean {
  let ago = 0;
  for (let reading = length - 2; reading >= 0; reading--) {
    ago += secondsToNext(cells, reading);
    if (ago >= REPETITION) break;
    if (peakOf(cells, reading, kind) >= BLOW) return false;
  }
  return true;
}

/** An evaluation uses the same function as the server, with other weights. */
export function createDetector(weights: DetectorWeights): Detector {
  const judge = createJudge(createModels(weights));
  return (window, length) => judge(window, length).confidence;
}

/** Confidence, 0 to 1, that the window's newest reading belongs to a fall. */
export const scoreWindow: Detector = createDetector(WEIGHTS);

/**
 * The rule for a single reading. Only a blow together with rotation is a fall: a waving arm also turns fast, and a blow
 * alone, however hard, is only SUSPICIOUS. So without a gyro (NaN) a single reading is never more.
 */
export function scoreSingle(ax: number, ay: number, az: number, gx: number, gy: number, gz: number): number {
  return scoreMagnitudes(Math.sqrt(ax * ax + ay * ay + az * az), Math.sqrt(gx * gx + gy * gy + gz * gz));
}

function scoreMagnitudes(acceleration: number, rotation: number): number {
  const blow = Math.min(25, Math.max(0, acceleration - GRAVITY));
  const byBlow = BLOW_ALONE * (blow / 25);
  if (!(rotation > 0)) return clamp(byBlow);
  const needed = rotationNeeded(acceleration);
  const excess = Math.min(FASTEST, rotation) * Math.min(1, blow / 6) - needed;
  const turning = sigmoid(1.2 + (excess < 0 ? excess / STEEPNESS : (3 * excess) / (FASTEST - needed)));
  const most = acceleration >= SEVERE.acceleration ? HIGHEST_CONFIDENCE.HIGH : SUSPICIOUS;
  return clamp(Math.max(Math.min(most, turning), byBlow));
}

/** The rotation, in °/s, with which a blow of this strength is HIGH. */
function rotationNeeded(acceleration: number): number {
  const harder = (acceleration - NEARLY_HARD) / (HARD.acceleration - NEARLY_HARD);
  return SEVERE.rotation + (HARD.rotation - SEVERE.rotation) * Math.max(0, Math.min(1, harder));
}

function scoreNewest(window: Float32Array, row: number): number {
  const reading = scoreMagnitudes(norm(window, row + AX), norm(window, row + GX));
  if (!(cell(window, row + SAMPLE_COUNT) > 0)) return reading;
  const peak = cell(window, row + SAMPLE_PEAK);
  const turning = cell(window, row + SAMPLE_GYRO_PEAK);
  const severe = peak >= SEVERE_IN_SAMPLES.acceleration && turning >= SEVERE_IN_SAMPLES.rotation;
  const samples = scoreMagnitudes(peak, turning);
  return Math.max(reading, severe ? samples : Math.min(samples, SUSPICIOUS));
}

/**
 * Uses the reading, not its samples: in a second of samples, a jogger's hardest blow and fastest turn need not be one
 * event.
 */
function isViolent(window: Float32Array, row: number): boolean {
  return norm(window, row + AX) >= VIOLENT.acceleration && norm(window, row + GX) >= VIOLENT.rotation;
}

function withoutImpact(peak: number): number {
  return MAX_WITHOUT_IMPACT * Math.min(1, Math.max(0, (peak - GRAVITY) / (IMPACT - GRAVITY)));
}

/** A comparison with NaN is false: an input that cannot be judged is no fall. */
function clamp(confidence: number): number {
  return confidence > 0 ? Math.min(1, confidence) : 0;
}
