import { logOdds } from '../../platform/log-odds.ts';
import { valueAt } from './calibration.ts';
import { createReadingInput, READING_GROUPS, READING_INPUTS } from './reading-input.ts';
import { AFTER_BINS, SAMPLE_INPUTS, SIGNALS, WINDOW_BINS } from './sample-input.ts';
import type { Models, Verdict } from './score.ts';
import type { DetectorWeights } from './weights.ts';
import { cell, FIELDS, peakOf, T, type Window } from './window.ts';

/** A named group of network inputs. */
interface Group {
  readonly name: string;
  /** In m/s², °/s, rad, s or a count, depending on the name. */
  readonly value: number;
  readonly inputs: readonly number[];
}

interface Contribution {
  readonly name: string;
  readonly value: number;
  readonly contribution: number;
}

interface Occlusion {
  /** Log-odds if every input is typical. */
  readonly baseline: number;
  readonly groups: readonly Contribution[];
}

/**
 * Computes each group's contribution: the network runs again with the group replaced by values typical of an impact. A
 * network combines groups, so contributions do not add up; `together` is the remainder.
 */
export function createOccluder(models: Models, { networks }: DetectorWeights) {
  const raw = new Float64Array(READING_INPUTS);
  const writeReading = { gyro: createReadingInput(true), noGyro: createReadingInput(false) };
  const kept = { reading: new Float64Array(READING_INPUTS), samples: new Float64Array(SAMPLE_INPUTS) };
  /** Reading inputs are standardised: 0 is typical. */
  const standard = new Float64Array(READING_INPUTS);

  function readingGroups(window: Window, length: number, { impact, network }: Readonly<Verdict>): Group[] {
    const write = network === 'reading' ? writeReading.gyro : writeReading.noGyro;
    write(window, length, impact, raw);
    const values: Readonly<Record<string, number>> = {
      timeSinceImpact: -cell(window.cells, impact * FIELDS + T),
      impact: peakOf(window.cells, impact, 'reading'),
      motionBefore: raw[6] ?? 0,
      stillness: Math.expm1(raw[13] ?? 0) * 20,
      postureChange: raw[15] ?? 0,
      repeatedHits: raw[24] ?? 0,
    };
    return Object.entries(READING_GROUPS).map(([name, inputs]) => ({
      name,
      value: values[name] ?? 0,
      inputs,
    }));
  }

  return (window: Window, length: number, verdict: Readonly<Verdict>): Occlusion => {
    const { kind, logit } = verdict;
    const { network, knots, writeInput } = models[verdict.network];
    const typical = kind === 'reading' ? standard : networks[verdict.network].typical;
    writeInput(window, length, verdict.impact);
    const input = network.input;
    kept[kind].set(input);
    const groups =
      kind === 'reading'
        ? readingGroups(window, length, verdict)
        : sampleGroups(window, verdict, kept.samples);
    const logOddsAt = (z: number): number => logOdds(valueAt(knots, z));
    const without = (inputs: readonly number[]): number => {
      for (const place of inputs) input[place] = typical[place] ?? 0;
      const z = network.logit();
      input.set(kept[kind]);
      return logOddsAt(z);
    };
    const whole = logOddsAt(logit);
    const contributions = groups.map(({ name, value, inputs }) => ({
      name,
      value,
      contribution: whole - without(inputs),
    }));
    const baseline = without(groups.flatMap(({ inputs }) => inputs));
    const rest = contributions.reduce((left, { contribution }) => left - contribution, whole - baseline);
    return {
      baseline,
      groups: [...contributions, { name: 'together', value: groups.length, contribution: rest }],
    };
  };
}

/** Offsets of a bin's values; direction values form their own group. */
const [PEAK, DEVIATION, GYRO, DIRECTION_BEFORE, DIRECTION_AFTER, SIZE] = [0, 2, 3, 6, 7, 8];
const MOTION = [0, 1, 2, 3, 4, 5, SIZE];
/** Bins on either side that belong to the impact: 0.4 s. */
const IMPACT_BINS = 2;
/** 20 m/s², in the scale of the first channel. */
const BLOW = 1;

function sampleGroups({ cells }: Window, { impact }: Readonly<Verdict>, input: Float64Array): Group[] {
  const at = (bin: number, channel: number): number => input[bin * SIGNALS + channel] ?? 0;
  let peak = 0;
  for (let bin = 1; bin < WINDOW_BINS; bin++) if (at(bin, PEAK) >= at(peak, PEAK)) peak = bin;
  const bins = Array.from({ length: WINDOW_BINS }, (_, bin) => bin);
  const far = bins.filter((bin) => Math.abs(bin - peak) > IMPACT_BINS);
  const hits = far.filter((bin) => at(bin, PEAK) >= BLOW);
  const calm = far.filter((bin) => at(bin, PEAK) < BLOW);
  const before = calm.filter((bin) => bin < peak);
  const after = calm.filter((bin) => bin > peak);
  const places = (some: readonly number[], channels: readonly number[]): number[] =>
    some.flatMap((bin) => channels.map((channel) => bin * SIGNALS + channel));
  const mean = (some: readonly number[], value: (bin: number) => number): number =>
    some.length > 0 ? some.reduce((sum, bin) => sum + value(bin), 0) / some.length : 0;
  const latest = bins.slice(-AFTER_BINS);
  const along =
    mean(latest, (bin) => at(bin, DIRECTION_BEFORE)) /
    Math.max(
      1e-6,
      mean(latest, (bin) => at(bin, SIZE)),
    );
  return [
    {
      name: 'impact',
      value: peakOf(cells, impact, 'samples'),
      inputs: places(
        bins.filter((bin) => Math.abs(bin - peak) <= IMPACT_BINS),
        MOTION,
      ),
    },
    {
      name: 'motionBefore',
      value: mean(before, (bin) => at(bin, DEVIATION) * 5),
      inputs: places(before, MOTION),
    },
    {
      name: 'stillness',
      value: mean(after, (bin) => Math.expm1(at(bin, GYRO)) * 20),
      inputs: places(after, MOTION),
    },
    {
      name: 'postureChange',
      value: Math.acos(Math.max(-1, Math.min(1, along))),
      inputs: places(bins, [DIRECTION_BEFORE, DIRECTION_AFTER]),
    },
    { name: 'repeatedHits', value: hits.length, inputs: places(hits, MOTION) },
  ];
}
