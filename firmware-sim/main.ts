// npm run sim -- [options]; --help lists them.
import { setMaxListeners } from 'node:events';
import { HELP, Mistake, type Options, readOptions } from './options.ts';
import { createProgress } from './progress.ts';
import { simulate } from './simulation.ts';
import { jsonOf, summaryOf } from './summary.ts';

const UNUSABLE = 2;
const INTERRUPTED = 130;
/** One Ctrl-C may arrive twice, from the terminal and from npm. */
const ECHO_MS = 500;

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(HELP);
  else process.exitCode = await run(options);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof Mistake ? `${message} (--help explains)` : message);
  process.exitCode = UNUSABLE;
}

async function run(options: Options): Promise<number> {
  const interrupt = new AbortController();
  // Every wearable and errand listens to it.
  setMaxListeners(0, interrupt.signal);
  let interruptedAt = Number.POSITIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The first signal ends the run and prints the results so far; a second one exits.
    process.on(signal, () => {
      if (performance.now() - interruptedAt > ECHO_MS) process.exit(INTERRUPTED);
      interruptedAt = Math.min(interruptedAt, performance.now());
      interrupt.abort();
    });
  }
  const progress = createProgress(process.stderr, options.json);
  const result = await simulate(options, progress, interrupt.signal).catch((error: unknown) => {
    if (!interrupt.signal.aborted) throw error;
    progress.say('Interrupted before there were results.');
    return undefined;
  });
  if (result === undefined) return INTERRUPTED;
  console.log(options.json ? JSON.stringify(jsonOf(result), null, 2) : summaryOf(result));
  return result.ok ? 0 : 1;
}
