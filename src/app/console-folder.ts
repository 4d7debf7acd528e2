import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Log } from '../platform/log.ts';

/** The part of web/build.ts used here. That file does not exist where the service runs compiled. */
interface Builder {
  /** Returns the folder; does nothing if the build is up to date. */
  buildConsole(): Promise<{ readonly folder: string; readonly built: boolean }>;
}

const BUILDER = new URL('../../web/build.ts', import.meta.url);
/** The console next to the compiled service. */
const BUILT = fileURLToPath(new URL('../../web', import.meta.url));
/** The console built from a checkout's sources. */
const BUILT_BY_US = fileURLToPath(new URL('../../dist/web', import.meta.url));

/**
 * Returns the console's folder. In a checkout it first builds the console if it is missing or older than its sources.
 */
export async function prepareConsole(
  log: Log,
  { mayBuild }: { readonly mayBuild: boolean },
): Promise<string> {
  if (!existsSync(BUILDER)) return BUILT;
  if (!mayBuild) return BUILT_BY_US;
  const started = performance.now();
  try {
    const { buildConsole } = (await import(BUILDER.href)) as Builder;
    const { built, folder } = await buildConsole();
    if (built) log.info({ ms: Math.round(performance.now() - started) }, 'console: built');
    return folder;
  } catch (error) {
    // A failed console build must not stop alerts.
    log.error({ err: error }, 'console: build failed');
    return BUILT_BY_US;
  }
}
