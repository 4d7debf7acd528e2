import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { confidenceAt } from '../../src/scoring/calibration.ts';
import type { Layer } from '../../src/scoring/network.ts';
import { createModels, type Models } from '../../src/scoring/score.ts';
import { type DetectorWeights, WEIGHTS } from '../../src/scoring/weights.ts';
import { findImpact, type MessageKind, SAMPLE_FIELDS, type Window } from '../../src/scoring/window.ts';
import { inProject } from '../helpers/project.ts';
import { addSamples, type Motion, windowOf } from './synthetic.ts';

interface Expected {
  readonly input: readonly number[];
  readonly logit: number;
  readonly confidence: number;
}

/** Made-up windows, and what PyTorch said of them when the weights were written (training/parity.py). */
interface Parity {
  readonly version: string;
  readonly reading: readonly (Expected & { readonly readings: readonly Motion[] })[];
  readonly samples: readonly (Expected & {
    readonly intervalMs: number;
    readonly messages: readonly (readonly Motion[])[];
  })[];
}

const parity: Parity = JSON.parse(readFileSync(inProject('test', 'scoring', 'parity.json'), 'utf8'));
const TOLERANCE = 1e-4;

interface Case {
  readonly kind: MessageKind;
  readonly window: Window;
  readonly length: number;
  readonly expected: Expected;
}

function sampledWindow(messages: readonly (readonly Motion[])[], intervalMs: number): Window {
  const window = windowOf(messages.map((message) => message.at(-1) ?? [0, 0, 0, 0, 0, 0]));
  messages.forEach((message, place) => {
    const signal = new Float32Array(message.length * SAMPLE_FIELDS);
    message.forEach((sample, i) => {
      signal.set([(i + 1 - message.length) * intervalMs, ...sample], i * SAMPLE_FIELDS);
    });
    addSamples(window, place, messages.length, signal);
  });
  return window;
}

const CASES: readonly Case[] = [
  ...parity.reading.map(
    (expected): Case => ({
      kind: 'reading',
      window: windowOf(expected.readings),
      length: expected.readings.length,
      expected,
    }),
  ),
  ...parity.samples.map(
    (expected): Case => ({
      kind: 'samples',
      window: sampledWindow(expected.messages, expected.intervalMs),
      length: expected.messages.length,
      expected,
    }),
  ),
];

const apart = (a: number, b: number): number =>
  Number.isFinite(a) ? Math.abs(a - b) : Number.POSITIVE_INFINITY;

/** Largest differences from what PyTorch said. */
function differences(models: Models, cases = CASES) {
  const worst = { input: 0, logit: 0, confidence: 0 };
  for (const { kind, window, length, expected } of cases) {
    const { network, knots, look } = models[kind];
    look(window, length, findImpact(window, length, kind));
    expected.input.forEach((value, i) => {
      worst.input = Math.max(worst.input, apart(network.input[i] ?? Number.NaN, value));
    });
    const logit = network.logit();
    worst.logit = Math.max(worst.logit, apart(logit, expected.logit));
    worst.confidence = Math.max(worst.confidence, apart(confidenceAt(knots, logit), expected.confidence));
  }
  return worst;
}

test('the parity file was written with the weights that ship', () => {
  assert.equal(parity.version, WEIGHTS.version);
  assert.ok(parity.reading.length >= 20 && parity.samples.length >= 10);
});

test('features, logits and confidences are those of PyTorch', () => {
  const { input, logit, confidence } = differences(createModels(WEIGHTS));
  assert.ok(input < TOLERANCE, `input ${input}`);
  assert.ok(logit < TOLERANCE, `logit ${logit}`);
  assert.ok(confidence < TOLERANCE, `confidence ${confidence}`);
});

const changedLayer = (kind: MessageKind, place: number, change: (layer: Layer) => Layer): DetectorWeights => {
  const network = WEIGHTS.networks[kind];
  const layers = network.layers.map((layer, i) => (i === place ? change(layer) : layer));
  return { ...WEIGHTS, networks: { ...WEIGHTS.networks, [kind]: { ...network, layers } } };
};

test('a changed weight of any layer is noticed', () => {
  for (const kind of ['reading', 'samples'] as const) {
    WEIGHTS.networks[kind].layers.forEach((layer, place) => {
      const bySize = [...layer.weights.keys()].sort(
        (a, b) => Math.abs(layer.weights[b] ?? 0) - Math.abs(layer.weights[a] ?? 0),
      );
      // A unit that is silent in all these windows hides its weights.
      const noticed = bySize.slice(0, 10).filter((changed) => {
        const weights = changedLayer(kind, place, (layer) => ({
          ...layer,
          weights: layer.weights.map((value, i) => (i === changed ? value * 1.05 : value)),
        }));
        return differences(createModels(weights)).logit > TOLERANCE;
      });
      assert.ok(noticed.length >= 3, `${kind}, layer ${place}: ${noticed.length}`);
    });
  }
});

test('a changed activation is noticed', () => {
  for (const kind of ['reading', 'samples'] as const) {
    WEIGHTS.networks[kind].layers.slice(0, -1).forEach((_, place) => {
      // Lifting the bias by what rectification would cut off is what a missing or leaky one does.
      const weights = changedLayer(kind, place, (layer) => ({
        ...layer,
        bias: layer.bias.map((value) => value + 0.02),
      }));
      assert.ok(differences(createModels(weights)).logit > TOLERANCE, `${kind}, layer ${place}`);
    });
  }
});

test('every feature is checked: a change of any is noticed', () => {
  for (const kind of ['reading', 'samples'] as const) {
    const models = createModels(WEIGHTS);
    const cases = CASES.filter((one) => one.kind === kind);
    const count = cases[0]?.expected.input.length ?? 0;
    for (let feature = 0; feature < count; feature++) {
      const bent = cases.map((one) => ({
        ...one,
        expected: {
          ...one.expected,
          input: one.expected.input.map((value, i) => (i === feature ? value + 0.001 : value)),
        },
      }));
      assert.ok(differences(models, bent).input > TOLERANCE, `${kind}, feature ${feature}`);
    }
  }
});
