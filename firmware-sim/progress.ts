import { type Tally, total } from './tally.ts';
import { packed } from './text.ts';

export interface Progress {
  say(line: string): void;
  start(tally: Tally, seconds: number, alerts: () => number): void;
  stop(): void;
}

const TERMINAL_EVERY_MS = 200;
const PLAIN_EVERY_MS = 10_000;
const PLAIN_WIDTH = 79;
const BAR = 6;

/** A live line on a terminal, a plain line every ten seconds elsewhere, nothing if the output is for a machine. */
export function createProgress(out: NodeJS.WriteStream, quiet: boolean): Progress {
  const live = out.isTTY === true && !quiet;
  let timer: NodeJS.Timeout | undefined;
  let draw = (): void => {};
  const clear = (): void => void (live && timer !== undefined && out.write('\r\x1b[2K'));
  return {
    say(line) {
      if (quiet) return;
      clear();
      out.write(`${line}\n`);
    },
    start(tally, seconds, alerts) {
      if (quiet) return;
      const from = performance.now();
      draw = () => {
        const elapsed = Math.min(seconds, (performance.now() - from) / 1000);
        const parts = progressParts(tally, elapsed, seconds, alerts());
        // One line, cut to the terminal's width; the next one overwrites it.
        if (live) out.write(`\r\x1b[2K${packed(parts, out.columns - 1)[0] ?? ''}`);
        else out.write(`${packed(parts, PLAIN_WIDTH).join('\n')}\n`);
      };
      timer = setInterval(draw, live ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS);
      if (live) draw();
    },
    stop() {
      clearInterval(timer);
      if (live && timer !== undefined) {
        draw();
        out.write('\n');
      }
      timer = undefined;
    },
  };
}

/** The most important parts come first. */
function progressParts(tally: Tally, elapsed: number, seconds: number, alerts: number): string[] {
  const share = seconds > 0 ? elapsed / seconds : 1;
  const full = Math.round(share * BAR);
  const refused = total(tally.refused);
  const detected = tally.falls.filter(({ detectedAt }) => detectedAt !== undefined).length;
  return [
    `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${time(seconds - elapsed)}`,
    `${tally.acknowledged}/${tally.sent} stored`,
    ...(refused > 0 ? [`refused ${refused} (${byStatus(tally)})`] : []),
    ...(tally.unanswered.size > 0 ? [`unanswered ${total(tally.unanswered)}`] : []),
    `${tally.falls.length} falls, ${alerts > 0 ? `${alerts} alerts` : `${detected} detected`}`,
    `p50 ${milliseconds(tally.latency.quantile(0.5))} p99 ${milliseconds(tally.latency.quantile(0.99))}`,
  ];
}

function byStatus({ refused }: Tally): string {
  const counts = new Map<string, number>();
  for (const [reason, count] of refused) {
    const word = reason.split(/[ :]/)[0] ?? reason;
    counts.set(word, (counts.get(word) ?? 0) + count);
  }
  return [...counts].map(([word, count]) => `${word}×${count}`).join(' ');
}

const time = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

export const milliseconds = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
