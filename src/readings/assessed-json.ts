import { isoTime } from '../platform/iso-time.ts';
import type { Assessed } from './assessed.ts';

/**
 * `data` of a reply (readings/schema.ts). Hand-written, because it is serialised most often; none of its values needs
 * escaping.
 */
export const assessedJson = (a: Assessed): string =>
  `{"deviceId":"${a.deviceId}","timestamp":"${isoTime(a.timestamp)}","fallDetected":${a.fallDetected},` +
  `"fallConfidence":${a.fallConfidence},"healthScore":${a.healthScore},"nextAllowedRequest":"${isoTime(a.nextAllowedRequest)}"}`;
