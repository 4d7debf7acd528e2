import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Log } from '../../platform/log.ts';
import { createSteadyClock, DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/time.ts';
import type { AdminNotices } from '../../response/index.ts';
import type { Ask } from './ask.ts';

export interface NeighbourDeps {
  readonly urls: readonly string[];
  /** How long a neighbour must be bad before the admins are alerted. */
  readonly patienceMs: number;
  readonly ask: Ask;
  /** Whether this instance watches: one does at a time. */
  readonly isHere: () => boolean;
  readonly adminNotices: Pick<AdminNotices, 'notify' | 'end' | 'isShown'>;
  readonly now: () => number;
  readonly log: Log;
}

interface Neighbour {
  readonly url: string;
  readonly host: string;
  /** By the steady clock. */
  badSince: number | undefined;
}

const ASK_MS = 20 * SECOND_MS;
const DOWN_SHOWN_MS = 365 * DAY_MS;
const BACK_SHOWN_MS = HOUR_MS;

export const downSubjectOf = (url: string): string => `neighbour ${url}`;

/** docs/operations.md, "Watched from outside": looks at the health reports of other installations. */
export function watchNeighbours(deps: NeighbourDeps): Periodic {
  const { urls, isHere, now, log } = deps;
  const steadyNow = createSteadyClock(now);
  const neighbours = urls.map((url): Neighbour => ({ url, host: new URL(url).host, badSince: undefined }));
  return startPeriodic({
    everyMs: ASK_MS,
    now,
    async work() {
      await Promise.all(
        neighbours.map((neighbour) => (isHere() ? look(neighbour, steadyNow, deps) : leave(neighbour))),
      );
    },
    failed: (error) => log.error({ err: error }, 'neighbours: check failed, retrying'),
  });
}

function leave(neighbour: Neighbour): void {
  neighbour.badSince = undefined;
}

async function look(
  neighbour: Neighbour,
  steadyNow: () => number,
  { ask, patienceMs, adminNotices, now, log }: NeighbourDeps,
): Promise<void> {
  const { url, host } = neighbour;
  const [down, back] = [downSubjectOf(url), `neighbour back ${url}`];
  const complaint = complaintOf(await ask(url));
  if (complaint === undefined) {
    neighbour.badSince = undefined;
    if (!(await adminNotices.isShown(down))) return;
    await adminNotices.end(down);
    await adminNotices.notify({
      subject: back,
      content: { about: 'neighbour-back', host },
      shownMs: BACK_SHOWN_MS,
    });
    log.info({ host }, 'neighbours: back');
    return;
  }
  neighbour.badSince ??= steadyNow();
  const badMs = steadyNow() - neighbour.badSince;
  if (badMs < patienceMs || (await adminNotices.isShown(down))) return;
  log.error({ host, reason: complaint }, 'neighbours: not healthy');
  await adminNotices.end(back);
  await adminNotices.notify({
    subject: down,
    content: { about: 'neighbour-down', host, since: new Date(now() - badMs).toISOString() },
    shownMs: DOWN_SHOWN_MS,
  });
}

/** Undefined for the report of an installation that is HEALTHY. */
export function complaintOf(answer: Awaited<ReturnType<Ask>>): string | undefined {
  if ('error' in answer) return answer.error;
  if (answer.status !== 200) return `answered ${answer.status}`;
  try {
    const report = JSON.parse(answer.body ?? '') as { readonly data?: { readonly status?: unknown } } | null;
    const status = report?.data?.status;
    return status === 'HEALTHY'
      ? undefined
      : `says ${typeof status === 'string' ? status : 'nothing of its health'}`;
  } catch {
    return 'sent no health report';
  }
}
