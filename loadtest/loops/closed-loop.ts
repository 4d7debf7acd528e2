import { type Link, NO_ANSWER } from '../links/link.ts';
import { doing } from '../progress.ts';
import { Driven } from './driven.ts';

/** Time for the last responses; readings without a response count as failed. */
const PATIENCE_MS = 20_000;

/** Each response triggers the next reading, for a given time: the maximum rate of the service. Ends after the last response. */
export function closedLoop(links: readonly Link[], window: number, seconds: number): Promise<Driven> {
  doing('sending at the maximum rate', seconds);
  const until = performance.now() + seconds * 1000;
  return whileAnswered(links, window, seconds, () => performance.now() < until);
}

/** Each link sends this number of readings, one after the other. */
export function inTurn(links: readonly Link[], rounds: number, mostSeconds: number): Promise<Driven> {
  const left = new Map(links.map((link) => [link, rounds - 1]));
  return whileAnswered(links, 1, mostSeconds, (link) => {
    const more = left.get(link) ?? 0;
    left.set(link, more - 1);
    return more > 0;
  });
}

function whileAnswered(
  links: readonly Link[],
  window: number,
  mostSeconds: number,
  goesOn: (link: Link) => boolean,
): Promise<Driven> {
  return new Promise((resolve) => {
    const driven = new Driven(links, (link, status) => {
      if (status !== NO_ANSWER && goesOn(link)) driven.send(link, performance.now());
      else if (driven.waiting === 0) end();
    });
    const end = (): void => {
      clearTimeout(late);
      resolve(driven);
    };
    const late = setTimeout(end, mostSeconds * 1000 + PATIENCE_MS);
    for (const link of links) for (let i = 0; i < window; i++) driven.send(link, performance.now());
  });
}
