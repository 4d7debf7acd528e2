import assert from 'node:assert/strict';
import { test } from 'node:test';
import { magnitude } from '../../detector/recordings.ts';
import { createReplay, partsOf } from '../../detector/replay.ts';
import { buildStreams, PLAIN, type Stream } from '../../detector/streams.ts';
import { AX, FIELDS, GX, T } from '../../src/readings/scoring/window.ts';
import { trialWith } from './trials.ts';

const ONE = { ...PLAIN, phases: 1, before: ['resting'] } as const;
const only = (streams: readonly Stream[]): Stream => {
  const [stream] = streams;
  assert.ok(stream);
  return stream;
};
const endOf = ({ signal, trial }: Stream): number => signal.length / trial.rateHz;

test('the stream of a fall lasts until it has been verified, also if the recording ends at once', () => {
  for (const before of ['walking', 'resting'] as const) {
    const streams = buildStreams(
      [
        trialWith({ seconds: 5, blowAt: 4.5 }),
        trialWith({ seconds: 30, activity: 'D01', fall: false, id: 'walk' }),
      ],
      { ...PLAIN, before: [before] },
    );
    for (const stream of streams.filter(({ trial }) => trial.fall))
      assert.ok(endOf(stream) - stream.impactAt >= 11.9, `${endOf(stream) - stream.impactAt}`);
  }
});

test('the rest before a fall does not contain the fall', () => {
  const stream = only(buildStreams([trialWith({ seconds: 10, blowAt: 0.5 })], ONE));
  assert.equal(stream.signal.filter((sample) => magnitude(sample) > 20).length, 1);
  assert.ok(stream.impactAt > 8);
});

test('a late message keeps the time at which it was sent, up to 0.3 s that the service cannot know', () => {
  const trial = trialWith({ seconds: 60, blowAt: 30 });
  const { messages } = only(buildStreams([trial], { ...ONE, jitterS: 0.9 }));
  const arrivals = messages.map(({ arrivedAt }) => arrivedAt);
  assert.deepEqual(
    arrivals,
    [...arrivals].sort((a, b) => a - b),
  );
  assert.ok(messages.some(({ at, arrivedAt }) => arrivedAt - at > 0.7));
  for (const { at, recordedAt } of messages.slice(20))
    assert.ok(recordedAt - at <= 0.4, `${recordedAt - at}`);
});

test('messages of a stall arrive together, with their own times', () => {
  const trial = trialWith({ seconds: 30, blowAt: 15 });
  const { messages } = only(buildStreams([trial], { ...ONE, stalls: true }));
  const late = messages.filter(({ at, arrivedAt }) => arrivedAt > at);
  assert.ok(late.length >= 2 && late.length <= 5);
  assert.equal(new Set(late.map(({ arrivedAt }) => arrivedAt)).size, 1);
  for (const { at, recordedAt } of late) assert.ok(recordedAt - at <= 0.3);
});

test('a lost message leaves a gap, and the message with the impact is lost only where the condition says so', () => {
  const trial = trialWith({ seconds: 30, blowAt: 15 });
  const hasImpact = ({ messages, signal }: Stream) =>
    messages.some(({ first, last }) => signal.slice(first, last).some((sample) => magnitude(sample) > 20));
  const some = only(buildStreams([trial], { ...ONE, lost: 0.5 }));
  assert.ok(some.messages.length < 30 && some.messages.length > 8);
  assert.ok(hasImpact(some));
  assert.equal(buildStreams([trial], { ...ONE, lost: 1, losesImpact: true }).length, 0);
});

test('the same trial gives the same stream, however it is delivered', () => {
  const trials = [trialWith({ seconds: 8, blowAt: 5 })];
  const [plain, late] = [
    only(buildStreams(trials, ONE)),
    only(buildStreams(trials, { ...ONE, jitterS: 0.9 })),
  ];
  assert.deepEqual(plain.signal, late.signal);
  assert.deepEqual(
    plain.messages.map(({ at }) => at),
    late.messages.map(({ at }) => at),
  );
});

test('a replay fills the window as the service does, by the stored times', () => {
  const stream = only(buildStreams([trialWith({ seconds: 10, blowAt: 5 })], ONE));
  const lengths: number[] = [];
  createReplay()(stream, 'reading', false, (window, length) => {
    lengths.push(length);
    assert.equal(window.cells[(length - 1) * FIELDS + T], 0);
    if (length > 1) assert.equal(window.cells[(length - 2) * FIELDS + T], -1);
    assert.ok(Number.isNaN(window.cells[(length - 1) * FIELDS + GX]));
    assert.ok((window.cells[(length - 1) * FIELDS + AX] ?? -1) >= 0);
  });
  assert.deepEqual(lengths.slice(0, 3), [1, 2, 3]);
});

test('parts are rounded as the firmware sends them, without rotation if there is no gyro', () => {
  const stream = only(buildStreams([trialWith({ seconds: 10, blowAt: 5 })], ONE));
  const message = stream.messages.find(({ at }) => at > stream.impactAt);
  assert.ok(message);
  const parts = partsOf(stream, message, true);
  for (const value of parts) assert.ok(Math.abs(value * 100 - Math.round(value * 100)) < 1e-3, `${value}`);
  assert.ok([...parts].some((value) => value > 35));
  const mute = partsOf(stream, message, false);
  assert.ok(Number.isNaN(mute[6]) && Number.isNaN(mute[7]));
});
