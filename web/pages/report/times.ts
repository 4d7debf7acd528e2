import type { IncidentReport } from '../../api/records.ts';
import type { Fact } from '../../components/facts.tsx';
import { report as text } from '../../text/en/report.ts';
import { duration } from '../../text/words.ts';

const { times: words } = text;

const took = (seconds: number | null): string => (seconds === null ? words.none : duration(seconds * 1000));

/** How long it took from the fall to each stage of the response. */
export const timesOf = ({ times }: IncidentReport): readonly Fact[] => [
  { name: words.notify, value: took(times.timeToNotify) },
  { name: words.claim, value: took(times.timeToClaim) },
  { name: words.resolve, value: took(times.timeToResolve) },
];
