import { isoTime } from '../platform/iso-time.ts';
import type { Assessed } from './sensor-stream.ts';

/** `data` of an answer (schemas/readings.ts). By hand, because it is serialised most often; none of its values can need escaping. */
export const assessedJson = (a: Assessed): string =>
  `{"deviceId":"${a.deviceId}","timestamp":"${isoTime(a.timestamp)}","fallDetected":${a.fallDetected},` +
  `"fallConfidence":${a.fallConfidence},"healthScore":${a.healthScore},"nextAllowedRequest":"${isoTime(a.nextAllowedRequest)}"}`;
