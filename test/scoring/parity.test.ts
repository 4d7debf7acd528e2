import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { valueAt } from '../../src/readings/scoring/calibration.ts';
import { createNetwork, type Layer } from '../../src/readings/scoring/network.ts';
import { createJudge, createModels, type Models } from '../../src/readings/scoring/score.ts';
import { WEIGHTS } from '../../src/readings/scoring/weights.ts';
import {
  findImpact,
  type MessageKind,
  type NetworkName,
  SAMPLE_FIELDS,
  SHORTEST_HISTORY,
  type Window,
} from '../../src/readings/scoring/window.ts';
import { inProject } from '../helpers/project.ts';
import { addSamples, type Motion, resting, seededRandom, windowOf, withoutGyro } from './synthetic.ts';

interface Expected {
  /** Seconds; a lost message leaves a gap. */
  readonly at: readonly number[];
  readonly input: readonly number[];
  readonly logit: number;
  readonly confidence: number;
}

interface ReadingCase extends Expected {
  readonly readings: readonly Motion[];
}
interface SampleCase extends Expected {
  readonly intervalMs: number;
  readonly messages: readonly (readonly Motion[])[];
}

/** Synthetic windows, and PyTorch's results for them when the weights were written (training/parity.py). */
interface Parity {
  readonly version: string;
  readonly reading: readonly ReadingCase[];
  readonly samples: readonly SampleCase[];
  readonly 'reading-nogyro': readonly ReadingCase[];
  readonly 'samples-nogyro': readonly SampleCase[];
}

const parity: Parity = JSON.parse(readFileSync(inProject('test', 'scoring', 'parity.json'), 'utf8'));
const TOLERANCE = 1e-4;

interface Case {
  readonly name: NetworkName;
  readonly kind: MessageKind;
  readonly window: Window;
  readonly length: number;
  readonly expected: Expected;
}

type Sensed = (motion: Motion) => Motion;

function sampledWindow({ messages, intervalMs, at }: SampleCase, sensed: Sensed): Window {
  const last = messages.map((message) => sensed(message.at(-1) ?? resting));
  const window = windowOf(last, undefined, at);
  messages.forEach((message, place) => {
    const signal = new Float32Array(message.length * SAMPLE_FIELDS);
    message.forEach((sample, i) => {
      signal.set([(i + 1 - message.length) * intervalMs, ...sensed(sample)], i * SAMPLE_FIELDS);
    });
    addSamples(window, place, messages.length, signal);
  });
  return window;
}

const readingCase =
  (name: NetworkName, sensed: Sensed) =>
  (expected: ReadingCase): Case => ({
    name,
    kind: 'reading',
    window: windowOf(expected.readings.map(sensed), undefined, expected.at),
    length: expected.readings.length,
    expected,
  });
const sampleCase =
  (name: NetworkName, sensed: Sensed) =>
  (expected: SampleCase): Case => ({
    name,
    kind: 'samples',
    window: sampledWindow(expected, sensed),
    length: expected.messages.length,
    expected,
  });
const withGyro: Sensed = (motion) => motion;

const CASES: readonly Case[] = [
  ...parity.reading.map(readingCase('reading', withGyro)),
  ...parity['reading-nogyro'].map(readingCase('reading-nogyro', withoutGyro)),
  ...parity.samples.map(sampleCase('samples', withGyro)),
  ...parity['samples-nogyro'].map(sampleCase('samples-nogyro', withoutGyro)),
];

const apart = (a: number, b: number): number =>
  Number.isFinite(a) ? Math.abs(a - b) : Number.POSITIVE_INFINITY;

/** The largest allowed differences from PyTorch's results. */
function differences(models: Models, cases = CASES) {
  const worst = { input: 0, logit: 0, confidence: 0 };
  for (const { name, kind, window, length, expected } of cases) {
    const { network, knots, writeInput } = models[name];
    writeInput(window, length, findImpact(window, length, kind));
    expected.input.forEach((value, i) => {
      worst.input = Math.max(worst.input, apart(network.input[i] ?? Number.NaN, value));
    });
    const logit = network.logit();
    worst.logit = Math.max(worst.logit, apart(logit, expected.logit));
    worst.confidence = Math.max(worst.confidence, apart(valueAt(knots, logit), expected.confidence));
  }
  return worst;
}

test('the parity file belongs to the shipped weights', () => {
  assert.equal(parity.version, WEIGHTS.version);
  assert.ok(parity.reading.length >= 60 && parity.samples.length >= 20);
  assert.ok(parity['reading-nogyro'].length >= 20 && parity['samples-nogyro'].length >= 20);
  assert.ok(
    CASES.some(({ expected: { at } }) => at.some((second, i) => i > 0 && second - (at[i - 1] ?? 0) > 1.5)),
    'some windows have gaps',
  );
});

const NETWORKS = ['reading', 'samples', 'reading-nogyro', 'samples-nogyro'] as const;
const casesOf = (name: NetworkName): readonly Case[] => CASES.filter((one) => one.name === name);

for (const name of NETWORKS) {
  test(`features, logits and confidences equal PyTorch's: ${name}`, () => {
    const { input, logit, confidence } = differences(createModels(WEIGHTS), casesOf(name));
    assert.ok(input < TOLERANCE, `input ${input}`);
    assert.ok(logit < TOLERANCE, `logit ${logit}`);
    assert.ok(confidence < TOLERANCE, `confidence ${confidence}`);
  });
}

test('the network is chosen by what the window has', () => {
  const judge = createJudge(createModels(WEIGHTS));
  for (const { name, window, length } of CASES) {
    if (length < SHORTEST_HISTORY) continue;
    assert.equal(judge(window, length).network, name);
  }
});

const inputOf = ({ expected }: Case): readonly number[] => expected.input;

/** The largest difference between a way to compute logits and PyTorch. */
const worstLogit = (name: NetworkName, logitOf: (input: readonly number[]) => number): number =>
  Math.max(...casesOf(name).map((one) => apart(logitOf(inputOf(one)), one.expected.logit)));

function logitWith(layers: readonly Layer[], length: number): (input: readonly number[]) => number {
  const network = createNetwork(layers, length);
  return (input) => {
    network.input.set(input);
    return network.logit();
  };
}

test('no weight, bias, scale or level can change without a new version', () => {
  const file = readFileSync(inProject('src', 'readings', 'scoring', 'weights.json'), 'utf8');
  const networks = file.slice(file.indexOf('"networks":') + '"networks":'.length, file.lastIndexOf('}'));
  const hash = createHash('sha256').update(networks).digest('hex').slice(0, 8);
  assert.equal(WEIGHTS.version.slice(-9), `-${hash}`);
});

test('a changed weight of any layer changes the results for the windows', () => {
  const random = seededRandom(17);
  const TRIED = 25;
  for (const name of NETWORKS) {
    const { layers } = WEIGHTS.networks[name];
    const length = casesOf(name)[0]?.expected.input.length ?? 0;
    layers.forEach((layer, place) => {
      const usual = Math.sqrt(
        layer.weights.reduce((sum, value) => sum + value * value, 0) / layer.weights.length,
      );
      const noticed = Array.from({ length: TRIED }).filter(() => {
        const weights = layer.weights.slice();
        const changed = Math.floor(random() * weights.length);
        weights[changed] = (weights[changed] ?? 0) + 0.1 * usual;
        const bent = layers.map((one, i) => (i === place ? { ...layer, weights } : one));
        return worstLogit(name, logitWith(bent, length)) > TOLERANCE;
      });
      // A unit that is inactive in all these windows hides its weights; the version's hash does not.
      assert.ok(noticed.length > TRIED / 3, `${name}, layer ${place}: ${noticed.length} of ${TRIED}`);
    });
  }
});

type Activation = (value: number) => number;
const rectified: Activation = (value) => Math.max(0, value);

/** The same network in plain code, with the activation of one layer, or the pooling, changed. */
function plainLogit(
  layers: readonly Layer[],
  input: readonly number[],
  change: { place: number; activation?: Activation; pool?: (a: number, b: number) => number } = { place: -1 },
): number {
  let values = [...input];
  layers.forEach(({ kernel, width, out, pooled, weights, bias }, place) => {
    const times = kernel > 1 ? values.length / width : 1;
    const activation = change.place === place ? (change.activation ?? rectified) : rectified;
    const pool = change.place === place ? (change.pool ?? Math.max) : Math.max;
    const sums = Array.from({ length: times * out }, (_, at) => {
      const [time, unit] = [Math.floor(at / out), at % out];
      let sum = bias[unit] ?? 0;
      for (let i = 0; i < kernel * width; i++) {
        const from = kernel > 1 ? (time - (kernel - 1) / 2) * width + i : i;
        sum += (values[from] ?? 0) * (weights[i * out + unit] ?? 0);
      }
      return place === layers.length - 1 ? sum : activation(sum);
    });
    values = pooled
      ? Array.from({ length: Math.floor(times / 2) * out }, (_, at) => {
          const first = at + Math.floor(at / out) * out;
          return pool(sums[first] ?? 0, sums[first + out] ?? 0);
        })
      : sums;
  });
  return values[0] ?? Number.NaN;
}

test('another activation of any layer, or another pooling, changes the results for the windows', () => {
  const others: Readonly<Record<string, Activation>> = {
    none: (value) => value,
    leaky: (value) => (value > 0 ? value : 0.01 * value),
    smooth: (value) => Math.log1p(Math.exp(value)),
    'from below': (value) => Math.max(-0.01, value),
  };
  for (const name of NETWORKS) {
    const { layers } = WEIGHTS.networks[name];
    assert.ok(worstLogit(name, (input) => plainLogit(layers, input)) < TOLERANCE, `${name}, plain code`);
    layers.slice(0, -1).forEach(({ pooled }, place) => {
      for (const [other, activation] of Object.entries(others)) {
        const worst = worstLogit(name, (input) => plainLogit(layers, input, { place, activation }));
        assert.ok(worst > TOLERANCE, `${name}, layer ${place}, ${other}`);
      }
      if (!pooled) return;
      const mean = (a: number, b: number): number => (a + b) / 2;
      assert.ok(worstLogit(name, (input) => plainLogit(layers, input, { place, pool: mean })) > TOLERANCE);
    });
  }
});

test('every input takes several values in the windows, so that any change in its computation shows', () => {
  for (const name of NETWORKS) {
    const cases = casesOf(name);
    inputOf(cases[0] as Case).forEach((_, column) => {
      // Without a gyro, the first bin has no direction before it to have turned from.
      if (name === 'samples-nogyro' && (column === 3 || column === 4)) return;
      const values = new Set(cases.map((one) => inputOf(one)[column]?.toFixed(3)));
      assert.ok(values.size >= 3, `${name}, input ${column}: ${values.size} values`);
    });
  }
});

test('every feature is standardised by its own mean and spread', () => {
  for (const name of ['reading', 'reading-nogyro'] as const) {
    const weights = WEIGHTS.networks[name];
    for (const of of ['typical', 'scale'] as const) {
      weights[of].forEach((value, feature) => {
        const spread = weights.scale[feature] ?? 1;
        const bent = weights[of].map((one, i) => (i === feature ? value + 0.01 * spread : one));
        const networks = { ...WEIGHTS.networks, [name]: { ...weights, [of]: bent } };
        const models = createModels({ ...WEIGHTS, networks });
        const { input } = differences(models, casesOf(name));
        assert.ok(input > TOLERANCE, `${name}, ${of} of feature ${feature}`);
      });
    }
  }
});
