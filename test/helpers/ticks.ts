import type { TestClock } from './app.ts';

/**
 * Sets the clock one second further with each call, however long the requests between the calls took: the window of
 * readings goes by time, and a slow request would leave a gap in it.
 */
export function startTicks(from: number): (clock: TestClock) => void {
  let at = from;
  return (clock) => {
    at += 1000;
    clock.advance(at - clock.now());
  };
}
