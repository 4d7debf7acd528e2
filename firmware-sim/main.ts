// npm run sim -- [options]; --help says which.
import { setMaxListeners } from 'node:events';
import { HELP, Mistake, type Options, readOptions } from './options.ts';
import { createProgress } from './progress.ts';
import { simulate } from './simulation.ts';
import { jsonOf, summaryOf } from './summary.ts';

const UNUSABLE = 2;

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(HELP);
  else process.exitCode = await run(options);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof Mistake ? `${message}\nnpm run sim -- --help shows what there is.` : message,
  );
  process.exitCode = UNUSABLE;
}

async function run(options: Options): Promise<number> {
  const interrupt = new AbortController();
  // Every wearable and errand waits on it.
  setMaxListeners(0, interrupt.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The first ends the run and shows what there is; a second one ends everything.
    process.on(signal, () => (interrupt.signal.aborted ? process.exit(130) : interrupt.abort()));
  }
  const result = await simulate(options, createProgress(process.stderr, options.json), interrupt.signal);
  console.log(options.json ? JSON.stringify(jsonOf(result), null, 2) : summaryOf(result));
  return result.ok ? 0 : 1;
}
