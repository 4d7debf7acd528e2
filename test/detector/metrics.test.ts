import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  alarmsOf,
  type Case,
  confidenceAtSpecificity,
  figuresOf,
  outcomeOf,
  ringFiguresOf,
  standardError,
} from '../../detector/metrics.ts';
import { atMost } from '../../detector/ordinary-life.ts';
import { buildLifeStreams, buildStreams, PLAIN } from '../../detector/streams.ts';
import { trialWith } from './trials.ts';

const one = (values: Partial<Case>): Case => ({
  set: 'weda',
  trial: 'x',
  activity: 'F01',
  subject: 'U01',
  fall: true,
  staysDown: true,
  confidence: 0.8,
  delayS: 1,
  ringS: 11,
  ...values,
});

test('the delay of an alert counts from the impact to the arrival of the message', () => {
  const trial = trialWith({ seconds: 12, blowAt: 4.9 });
  const [stream] = buildStreams([trial], { ...PLAIN, before: ['resting'], phases: 1 });
  assert.ok(stream);
  const late = stream.messages.map((message) => ({ ...message, arrivedAt: message.at + 2 }));
  const confidences = stream.messages.map(({ at }) => (at > stream.impactAt + 2 ? 0.95 : 0.4));
  assert.ok(Math.abs(outcomeOf(stream, confidences).delayS - 2.1) < 0.01);
  assert.ok(Math.abs(outcomeOf({ ...stream, messages: late }, confidences).delayS - 4.1) < 0.01);
});

test('an alert before the impact does not find the fall, and an alert after ten seconds does not either', () => {
  const trial = trialWith({ seconds: 30, blowAt: 4.9 });
  const [stream] = buildStreams([trial], { ...PLAIN, before: ['resting'], phases: 1 });
  assert.ok(stream);
  const confidences = stream.messages.map(({ at }) =>
    at < stream.impactAt || at > stream.impactAt + 10 ? 0.9 : 0.2,
  );
  assert.equal(outcomeOf(stream, confidences).confidence, 0.2);
});

test('a first message that alerts does not count', () => {
  const [stream] = buildLifeStreams([trialWith({ seconds: 30, activity: 'sitting', fall: false })], 1);
  assert.ok(stream);
  const confidences = stream.messages.map((_, i) => (i === 0 ? 0.8 : 0.1));
  assert.equal(outcomeOf(stream, confidences).confidence, 0.1);
  assert.equal(alarmsOf(stream, confidences).SUSPICIOUS, 0);
});

test('suspicious readings less than a minute apart are one false alarm', () => {
  const trial = trialWith({ seconds: 300, activity: 'sitting', fall: false });
  const [stream] = buildLifeStreams([trial], 1);
  assert.ok(stream);
  const at = (seconds: readonly number[], confidence: number) =>
    stream.messages.map((message) => (seconds.includes(message.at) ? confidence : 0));
  assert.equal(alarmsOf(stream, at([10, 60, 110], 0.6)).POTENTIAL, 1);
  assert.equal(alarmsOf(stream, at([10, 80], 0.6)).POTENTIAL, 2);
  assert.deepEqual(alarmsOf(stream, at([10], 0.9)), {
    SUSPICIOUS: 1,
    POTENTIAL: 1,
    HIGH: 1,
    CONFIRMED: 1,
    rings: 1,
  });
  const rising = stream.messages.map((message) => ({ 10: 0.4, 50: 0.75 })[message.at] ?? 0);
  assert.deepEqual(alarmsOf(stream, rising), {
    SUSPICIOUS: 1,
    POTENTIAL: 1,
    HIGH: 1,
    CONFIRMED: 0,
    rings: 0,
  });
});

test('the standard error is that of people, not of their streams', () => {
  const cases = [
    ...Array.from({ length: 10 }, () => one({ subject: 'U01' })),
    ...Array.from({ length: 10 }, () => one({ subject: 'U02', confidence: 0.1 })),
    one({ fall: false, confidence: 0.2 }),
  ];
  const { found, foundError, quiet } = figuresOf(cases);
  assert.equal(found, 0.5);
  assert.equal(foundError, 0.5);
  assert.equal(quiet, 1);
  assert.ok(Number.isNaN(standardError([1])));
});

test('falls whose wearers stay down should ring, those of others be on the board', () => {
  const figures = ringFiguresOf([
    one({ ringS: 3 }),
    one({ ringS: 11 }),
    one({ ringS: Number.NaN }),
    one({ staysDown: false, ringS: Number.NaN }),
    one({ staysDown: false, ringS: 11 }),
    one({ staysDown: false, ringS: Number.NaN, confidence: 0.4 }),
    one({ staysDown: false, ringS: Number.NaN, confidence: 0.2 }),
    one({ fall: false, staysDown: false }),
  ]);
  assert.deepEqual(figures, { staysDown: 2 / 3, getsUp: 0.5, getsUpRings: 0.25, medianS: 11 });
  assert.ok(Number.isNaN(ringFiguresOf([one({})]).getsUp));
});

test('the threshold for a specificity leaves that share of the activities alone', () => {
  const cases = Array.from({ length: 100 }, (_, i) => one({ fall: false, confidence: i / 100 }));
  const above = confidenceAtSpecificity(cases, 0.97);
  assert.equal(cases.filter(({ confidence }) => confidence > above).length, 2);
});

test('no alarm in some hours is at most three in as many hours', () => {
  assert.ok(Math.abs(atMost(0) - 2.996) < 0.001);
  assert.ok(Math.abs(atMost(3) - 7.754) < 0.001);
});
