import type { Verify } from '../src/readings/scoring/verify.ts';
import { VERIFY_AFTER_S } from '../src/response/vocabulary.ts';
import { type Level, REACHES } from './levels.ts';
import { readingsBetween, type Sending } from './replay.ts';
import type { Stream } from './streams.ts';

/** The service reads so much before an impact. */
export const BEFORE_S = 15;

/** Whether a fall with this impact stands. A recording that ends earlier is not a wearable that falls silent. */
export type Stands = (impactAt: number) => boolean;

export function standsIn(
  stream: Stream,
  sent: { readonly sending: Sending; readonly gyro: boolean },
  verify: Verify,
): Stands {
  const end = stream.messages.at(-1)?.recordedAt ?? 0;
  return (impactAt) => {
    const until = Math.min(end, impactAt + VERIFY_AFTER_S);
    const readings = readingsBetween(stream, sent, impactAt - BEFORE_S, until);
    return verify(readings, Math.round(impactAt * 1000), Math.round(until * 1000)) === 'stands';
  };
}

/**
 * When the alert of these messages rings, in seconds of the stream: at once if it is CONFIRMED, or when one of its impacts
 * has been verified. NaN if it never rings.
 */
export function ringsAt(
  { messages }: Stream,
  some: readonly number[],
  confidences: ArrayLike<number>,
  impacts: ArrayLike<number> = [],
  stands: Stands = () => false,
): number {
  const reaching = (level: Level) => (message: number) => REACHES[level](confidences[message] ?? 0);
  const suspicious = some.filter(reaching('SUSPICIOUS'));
  const first = suspicious.findIndex(reaching('POTENTIAL'));
  if (first < 0) return Number.NaN;
  const alert = suspicious.slice(first);
  const arrival = (message = -1): number => messages[message]?.arrivedAt ?? Number.NaN;
  const confirmed = alert.find(reaching('CONFIRMED'));
  if (confirmed !== undefined) return arrival(confirmed);
  const candidates = new Set(alert.map((message) => impacts[message] ?? Number.NaN));
  const standing = [...candidates].find(stands);
  return standing === undefined ? Number.NaN : Math.max(arrival(alert[0]), standing + VERIFY_AFTER_S);
}
