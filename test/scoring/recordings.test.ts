import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { figuresOf, outcomeOf } from '../../detector/metrics.ts';
import { readRecordings } from '../../detector/recordings.ts';
import { createReplay } from '../../detector/replay.ts';
import { buildStreams, PLAIN } from '../../detector/streams.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
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
    const cases = streams.map((stream) => {
      const confidences: number[] = [];
      replay(stream, kind, true, (window, length) => void confidences.push(scoreWindow(window, length)));
      const { id, activity, subject, fall } = stream.trial;
      return { set: 'weda', trial: id, activity, subject, fall, ...outcomeOf(stream, confidences) };
    });
    const { found, quiet, medianDelayS } = figuresOf(cases);
    assert.ok(found >= 0.9, `falls found ${found}`);
    assert.ok(quiet >= 0.94, `activities left alone ${quiet}`);
    assert.ok(medianDelayS <= 3, `median delay ${medianDelayS} s`);
  });
}
