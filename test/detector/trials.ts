import type { Sample, Trial } from '../../detector/recordings.ts';

const RATE = 10;

/** A made-up recording at rest, with one blow. */
export function trialWith(values: Partial<Trial> & { seconds: number; blowAt?: number }): Trial {
  const { seconds, blowAt, ...given } = values;
  const samples = Array.from({ length: seconds * RATE }, (_, i): Sample => {
    const isBlow = blowAt !== undefined && i === Math.round(blowAt * RATE);
    return [isBlow ? 40 : 0, 0, 9.81, isBlow ? 300 : 0, 0, 0];
  });
  return {
    id: 'x',
    activity: 'F01',
    subject: 'U01',
    fall: blowAt !== undefined,
    rateHz: RATE,
    fallStartS: null,
    fallEndS: null,
    samples,
    ...given,
  };
}
