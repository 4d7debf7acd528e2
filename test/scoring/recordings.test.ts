import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { figuresOf, judgeStreams } from '../../detector/metrics.ts';
import { readRecordings } from '../../detector/recordings.ts';
import { buildStreams, PLAIN } from '../../detector/streams.ts';
import { scoreWindow } from '../../src/readings/scoring/score.ts';
import { inProject } from '../helpers/project.ts';

const recordings = inProject('..', 'shared', 'data', 'recordings.ndjson.gz');
const skip = existsSync(recordings) ? false : `no recordings at ${recordings}`;

/**
 * The weights were trained on these people: this finds a broken feature, it does not measure the detector.
 */
for (const kind of ['reading', 'samples'] as const) {
  test(`recorded falls are detected and recorded activities are not (${kind})`, { skip }, () => {
    const streams = buildStreams(readRecordings(recordings), { ...PLAIN, phases: 1 });
    const figures = figuresOf(judgeStreams(streams, kind, () => scoreWindow));
    assert.ok(figures.sensitivity >= 0.9, `sensitivity ${figures.sensitivity}`);
    assert.ok(figures.specificity >= 0.94, `specificity ${figures.specificity}`);
    assert.ok(figures.medianDelayS <= 3, `median delay ${figures.medianDelayS} s`);
  });
}
