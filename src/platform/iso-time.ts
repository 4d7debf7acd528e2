const REMEMBERED = 4;
const seconds: number[] = new Array(REMEMBERED).fill(Number.NaN);
const prefixes: string[] = new Array(REMEMBERED).fill('');

/**
 * As Date's toISOString, which takes longer than scoring a reading. Most times in replies are in the current second or
 * the next, so everything but the milliseconds is cached for a few seconds.
 */
export function isoTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  const place = second & (REMEMBERED - 1);
  if (seconds[place] !== second) {
    seconds[place] = second;
    prefixes[place] = new Date(second * 1000).toISOString().slice(0, -4);
  }
  const rest = Math.floor(ms) - second * 1000;
  return `${prefixes[place]}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}
