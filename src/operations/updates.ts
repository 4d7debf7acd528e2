import type { SafeRequest } from '../notify/channels/index.ts';
import { askBy } from '../path/index.ts';
import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import { messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { DAY_MS } from '../platform/time.ts';

export interface UpdateDeps {
  readonly url: string;
  /** Of this service. */
  readonly version: string;
  readonly request: Pick<SafeRequest, 'post'>;
  readonly now: () => number;
  readonly log: Log;
}

interface UpdateWatch extends Pick<Periodic, 'close'> {
  /** A newer version than this one; undefined if there is none, or none is known. */
  available(): { readonly version: string } | undefined;
}

const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/** docs/packages.md, "Repository": asks once a day. A repository that is away changes nothing. */
export function watchUpdates({ url, version, request, now, log }: UpdateDeps): UpdateWatch {
  const ask = askBy(request);
  let newest = version;
  const periodic = startPeriodic({
    everyMs: DAY_MS,
    now,
    async work() {
      newest = versionIn(await ask(url));
    },
    failed: (error) => log.warn({ reason: messageOf(error) }, 'updates: check failed, trying again tomorrow'),
  });
  periodic.wake();
  return {
    available: () =>
      newest.localeCompare(version, 'en', { numeric: true }) > 0 ? { version: newest } : undefined,
    close: () => periodic.close(),
  };
}

function versionIn(answer: Awaited<ReturnType<ReturnType<typeof askBy>>>): string {
  if ('error' in answer) throw new Error(answer.error);
  if (answer.status !== 200) throw new Error(`the repository answered ${answer.status}`);
  const { version } = JSON.parse(answer.body ?? '') as { readonly version?: unknown };
  if (typeof version !== 'string' || !VERSION.test(version)) throw new Error('the file names no version');
  return version;
}
