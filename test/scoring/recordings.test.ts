import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { candidateImpact } from '../../detector/judge.ts';
import { figuresOf, outcomeOf, ringFiguresOf } from '../../detector/metrics.ts';
import { readRecordings } from '../../detector/recordings.ts';
import { createReplay } from '../../detector/replay.ts';
import { buildStreams, PLAIN } from '../../detector/streams.ts';
import { standsIn } from '../../detector/verification.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
import { createVerifier } from '../../src/readings/scoring/verify.ts';
import { inProject } from '../helpers/project.ts';

const recordings = inProject('..', 'shared', 'data', 'recordings.ndjson.gz');
const skip = existsSync(recordings) ? false : `no recordings at ${recordings}`;

/**
 * The weights were trained on these people: this finds a broken feature, it does not measure the detector.
 */
for (const kind of ['reading', 'parts', 'samples'] as const) {
  test(`recorded falls are detected and recorded activities are not (${kind})`, { skip }, () => {
    const streams = buildStreams(readRecordings(recordings), { ...PLAIN, phases: 1 });
    const replay = createReplay();
    const verify = createVerifier();
    const cases = streams.map((stream) => {
      const confidences: number[] = [];
      const impacts: number[] = [];
      replay(stream, kind, true, (window, length, message) => {
        confidences.push(scoreWindow(window, length));
        impacts.push((stream.messages[message]?.recordedAt ?? 0) + candidateImpact(window, length));
      });
      const stands = standsIn(stream, { sending: kind, gyro: true }, verify);
      const { trial, staysDown } = stream;
      const { id, activity, subject, fall } = trial;
      return {
        set: 'weda',
        trial: id,
        activity,
        subject,
        fall,
        staysDown,
        ...outcomeOf(stream, confidences, impacts, stands),
      };
    });
    const { found, quiet, medianDelayS } = figuresOf(cases);
    assert.ok(found >= 0.9, `falls found ${found}`);
    assert.ok(quiet >= 0.94, `activities left alone ${quiet}`);
    assert.ok(medianDelayS <= 3, `median delay ${medianDelayS} s`);
    const { staysDown } = ringFiguresOf(cases);
    assert.ok(staysDown >= 0.95, `falls whose wearers stay down and that ring ${staysDown}`);
  });
}
