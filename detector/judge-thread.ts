// A thread of `npm run evaluate`: judges some people's recordings of each file.
import { readStrangers } from './folds.ts';
import { type Judged, judgeTrials, phasesOf } from './judge.ts';
import { dataSetOf, readRecordings } from './recordings.ts';

export interface Share {
  readonly paths: readonly string[];
  /** Positions of the second boundary. */
  readonly phases: number;
  /** This thread's number, and how many there are. */
  readonly thread: number;
  readonly threads: number;
  /** At most this many people of each data set. */
  readonly people: number;
}

export default function judgeShare({ paths, phases, thread, threads, people }: Share): Judged[] {
  const strangers = readStrangers();
  return paths.flatMap((path) => {
    const trials = readRecordings(path);
    const lengths = new Map<string, number>();
    for (const { subject, samples } of trials)
      lengths.set(subject, (lengths.get(subject) ?? 0) + samples.length);
    const mine = new Set(shareOf(lengths, thread, threads, people));
    const set = dataSetOf(path);
    const judged = judgeTrials(
      set,
      trials.filter(({ subject }) => mine.has(subject)),
      phasesOf(trials.length, phases),
      strangers,
    );
    // Some minutes without a word look like a hang.
    if (thread === 0) console.error(`judged ${set.label}`);
    return judged;
  });
}

/** Longest first, each to the thread with the least work; every thread computes the same distribution. */
function shareOf(
  lengths: ReadonlyMap<string, number>,
  thread: number,
  threads: number,
  people: number,
): string[] {
  const work = new Array<number>(threads).fill(0);
  const mine: string[] = [];
  const ordered = [...lengths].sort(([a, one], [b, other]) => other - one || a.localeCompare(b));
  for (const [subject, length] of ordered.slice(0, people)) {
    const least = work.indexOf(Math.min(...work));
    work[least] = (work[least] ?? 0) + length;
    if (least === thread) mine.push(subject);
  }
  return mine;
}
