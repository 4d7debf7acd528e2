import { type ReadingTally, tallied } from '../metrics.ts';
import type { SensorStream } from './sensor-stream.ts';

/** The stream as one transport sees it: what comes through it is counted for that transport. */
export const countedBy = (stream: SensorStream, tally: ReadingTally): SensorStream => ({
  ...stream,
  handleReading: (principal, body, name, answered) =>
    stream.handleReading(principal, body, name, tallied(tally, answered)),
});
