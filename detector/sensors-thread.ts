// A thread of `npm run evaluate-sensors`: judges one data set through each sensor.
import { readStrangers } from './folds.ts';
import { createStreamJudge, EVERY_PHASE, type Judged, phasesOf } from './judge.ts';
import { dataSetOf, readRecordings } from './recordings.ts';
import { canJudge, SENSORS, throughSensor, wayOf } from './sensors.ts';
import { buildLifeStreams, buildStreams, PLAIN } from './streams.ts';

export interface Share {
  readonly path: string;
  readonly phases: number;
}

export default function judgeSensors({ path, phases }: Share): Judged[][] {
  const set = dataSetOf(path);
  const trials = readRecordings(path);
  const positions = phasesOf(trials.length, phases);
  const streams =
    set.kind === 'life'
      ? buildLifeStreams(trials, positions)
      : buildStreams(trials, { ...PLAIN, phases: positions });
  const judge = createStreamJudge(set, readStrangers());
  const judged = SENSORS.map((sensor) =>
    streams
      .filter((stream) => canJudge(sensor, stream))
      .map((stream) => judge(throughSensor(stream, sensor), EVERY_PHASE, [wayOf(sensor)])),
  );
  console.error(`judged ${set.label}`);
  return judged;
}
