import { isOlderFirmware } from '../devices/vocabulary.ts';
import type { ReportedState, UpdateState } from './vocabulary.ts';

/** The versions that an image replaces: nothing goes back to an older one. */
export const olderThan = (version: string, reported: readonly string[]): string[] =>
  reported.filter((one) => isOlderFirmware(one, version));

/** Of two images that a wearable is offered. */
export const newerOf = <Image extends { readonly version: string }>(a: Image, b: Image): Image =>
  isOlderFirmware(a.version, b.version) ? b : a;

const FROM: Readonly<Record<ReportedState, readonly UpdateState[]>> = {
  loading: ['offered', 'loading'],
  installed: ['offered', 'loading'],
  failed: ['offered', 'loading'],
  // Also from installed: the reading that said so was stored, and its acknowledgement lost.
  rolled_back: ['offered', 'loading', 'installed'],
};

/** A report that arrives again, or late, changes nothing. */
export const isNews = (before: UpdateState, reported: ReportedState): boolean =>
  before !== reported && FROM[reported].includes(before);

const FEWEST_FAILURES = 3;
const MOST_FAILED_SHARE = 0.2;

/** docs/updates.md, "When wearables fail". */
export const isTooMuch = ({
  failed,
  installed,
}: {
  readonly failed: number;
  readonly installed: number;
}): boolean => failed >= FEWEST_FAILURES && failed > MOST_FAILED_SHARE * (failed + installed);
