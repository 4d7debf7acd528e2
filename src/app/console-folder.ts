import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Log } from '../platform/log.ts';

/** The part of web/build.ts used here. A production build does not have that file. */
interface Builder {
  /** The console built from a checkout's sources. */
  readonly CONSOLE_FOLDER: string;
  /** Does nothing if the build is up to date. */
  buildConsole(): Promise<{ readonly built: boolean }>;
}

/** In a checkout: from the sources, or compiled with the service (scripts/run.mjs). */
const BUILDER = ['build.ts', 'build.js']
  .map((name) => new URL(`../../web/${name}`, import.meta.url))
  .find((url) => existsSync(url));
/** The console next to the compiled service. */
const BUILT = fileURLToPath(new URL('../../web', import.meta.url));

/**
 * Returns the console's folder. In a checkout it first builds the console if it is missing or older than its sources.
 */
export async function prepareConsole(
  log: Log,
  { mayBuild }: { readonly mayBuild: boolean },
): Promise<string> {
  let folder = BUILT;
  if (BUILDER === undefined) return folder;
  const started = performance.now();
  try {
    const { CONSOLE_FOLDER, buildConsole } = (await import(BUILDER.href)) as Builder;
    folder = CONSOLE_FOLDER;
    if (!mayBuild) return folder;
    const { built } = await buildConsole();
    if (built) log.info({ ms: Math.round(performance.now() - started) }, 'console: built');
  } catch (error) {
    // A failed console build must not stop alerts.
    log.error({ err: error }, 'console: build failed');
  }
  return folder;
}
