import { DAY_MS, HOUR_MS } from '../platform/time.ts';
import type { AdminNotices } from '../response/index.ts';
import type { FailedStage } from './rules.ts';

interface NoticeDeps {
  readonly adminNotices: Pick<AdminNotices, 'notify' | 'end' | 'isShown'>;
}

interface Failing {
  readonly stage: FailedStage;
  readonly since: Date;
  /** When it ended, if that is known already. */
  readonly until?: Date;
}

export const FAILED = 'path';
const RESTORED = 'path restored';
/** A failure that nobody repairs stays on the boards this long. */
const FAILED_SHOWN_MS = 365 * DAY_MS;
const RESTORED_SHOWN_MS = HOUR_MS;

/** docs/operations.md, "Path test": the notice on the boards is what keeps the admins from being alerted twice. */
export class PathNotices {
  readonly #deps: NoticeDeps;
  /** False until it is known: an earlier run of the service may have notified them. */
  #isWell = false;

  constructor(deps: NoticeDeps) {
    this.#deps = deps;
  }

  async failed({ stage, since, until }: Failing): Promise<void> {
    const { adminNotices } = this.#deps;
    this.#isWell = false;
    await adminNotices.end(RESTORED);
    await adminNotices.notify({
      subject: FAILED,
      content: {
        about: 'path-failed',
        stage,
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
      },
      shownMs: FAILED_SHOWN_MS,
    });
  }

  async restored(): Promise<void> {
    const { adminNotices } = this.#deps;
    if (this.#isWell) return;
    if (!(await adminNotices.isShown(FAILED))) {
      this.#isWell = true;
      return;
    }
    await adminNotices.end(FAILED);
    await adminNotices.notify({
      subject: RESTORED,
      content: { about: 'path-restored' },
      shownMs: RESTORED_SHOWN_MS,
    });
  }
}
