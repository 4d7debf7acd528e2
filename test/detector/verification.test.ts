import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLogistic, scoreOf } from '../../detector/logistic.ts';
import { buildLifeStreams, buildStreams, PLAIN } from '../../detector/streams.ts';
import { ringsAt, standsIn } from '../../detector/verification.ts';
import { trialWith } from './trials.ts';

const [stream] = buildLifeStreams([trialWith({ seconds: 60, activity: 'sitting', fall: false })], 1);
assert.ok(stream);
const messages = stream.messages.map((_, i) => i);

/** Confidences and impacts by second of the stream; the message of second 20 arrives at 20. */
function ringing(
  judged: Readonly<Record<number, [confidence: number, impactAt: number]>>,
  standing: readonly number[],
) {
  const at = (i: number) => judged[stream?.messages[i]?.at ?? 0] ?? [0, Number.NaN];
  return ringsAt(
    stream ?? assert.fail(),
    messages,
    messages.map((i) => at(i)[0]),
    messages.map((i) => at(i)[1]),
    (impactAt) => standing.includes(impactAt),
  );
}

test('a CONFIRMED alert rings at once, verified or not', () => {
  assert.equal(ringing({ 20: [0.6, 20], 23: [0.92, 20] }, []), 23);
});

test('another alert rings ten seconds after its impact, if it stands', () => {
  assert.equal(ringing({ 20: [0.6, 20], 22: [0.8, 20] }, [20]), 30);
  assert.ok(Number.isNaN(ringing({ 20: [0.6, 20], 22: [0.8, 20] }, [])));
  assert.equal(ringing({ 32: [0.6, 20] }, [20]), 32, 'not before the alert itself');
});

test('a further suspicious impact of an alert is verified too, and one without an alert is not', () => {
  assert.equal(ringing({ 20: [0.6, 20], 28: [0.4, 28] }, [28]), 38);
  assert.ok(Number.isNaN(ringing({ 20: [0.4, 20], 28: [0.4, 28] }, [20, 28])));
});

test('a recording that ends before the verification is no silence', () => {
  let heard: readonly [number, number, number] | undefined;
  const stands = standsIn(stream, { sending: 'parts', gyro: true }, (readings, impactMs, untilMs) => {
    heard = [readings.length, impactMs, untilMs];
    return 'stands';
  });
  assert.ok(stands(55));
  assert.deepEqual(heard, [21, 55_000, 60_000]);
  assert.ok(stands(30));
  assert.deepEqual(heard, [26, 30_000, 40_000]);
});

test('a volunteer who gets up stays down in half of the streams, and one who recovers never does', () => {
  const staysDown = (activity: string, getsUp: boolean) => {
    const trials = [
      ...Array.from({ length: 20 }, (_, i) =>
        trialWith({ id: `fall ${i}`, seconds: 9, blowAt: 4.5, activity, getsUp }),
      ),
      trialWith({ id: 'walk', seconds: 30, activity: 'D01', fall: false }),
    ];
    const falls = buildStreams(trials, PLAIN).filter(({ trial }) => trial.fall);
    return falls.filter((one) => one.staysDown).length / falls.length;
  };
  assert.equal(staysDown('F01', false), 1);
  assert.equal(staysDown('F walking slip rec.', true), 0);
  assert.ok(Math.abs(staysDown('F01', true) - 0.5) < 0.1);
});

test('logistic regression finds the line between two classes, as the examples count', () => {
  const rows = Array.from({ length: 200 }, (_, i) => [i / 100, (i * 37) % 11]);
  const labels = rows.map(([x = 0], i) => (x + ((i * 7919) % 100) / 100 - 0.5 > 1 ? 1 : 0));
  const even = fitLogistic(rows, labels, new Array<number>(rows.length).fill(1));
  assert.ok(Math.abs(scoreOf(even, [1, 5])) < 0.5, `${scoreOf(even, [1, 5])}`);
  assert.ok(scoreOf(even, [1.8, 5]) > 2 && scoreOf(even, [0.2, 5]) < -2);
  const cautious = fitLogistic(
    rows,
    labels,
    labels.map((label) => (label === 1 ? 5 : 1)),
  );
  assert.ok(scoreOf(cautious, [1, 5]) > scoreOf(even, [1, 5]));
});
