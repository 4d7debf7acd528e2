import { HOUR_MS, MINUTE_MS } from '../platform/time.ts';
import type { AdminNotices } from '../response/index.ts';
import { peopleWaiting } from './session-store.ts';

interface NoticeDeps {
  readonly adminNotices: Pick<AdminNotices, 'notify' | 'end'>;
  readonly offlineHours: number;
  readonly now: () => number;
}

const AWAY = 'sign-on';
/** A restart of the provider is no news. */
const AWAY_MS = 5 * MINUTE_MS;
const AWAY_SHOWN_MS = 30 * 24 * HOUR_MS;
const PASSWORD_SHOWN_MS = 24 * HOUR_MS;

/** docs/single-sign-on.md: what admins must know of, on their boards and by their channels, and whoever may lose their session. */
export class SignOnNotices {
  readonly #deps: NoticeDeps;
  #awaySince: number | undefined;
  /** Undefined before the first answer: another instance, or an earlier run, may have notified them. */
  #isNotified: boolean | undefined;

  constructor(deps: NoticeDeps) {
    this.#deps = deps;
  }

  async contact(isThere: boolean): Promise<void> {
    const { adminNotices, offlineHours, now } = this.#deps;
    if (isThere) {
      this.#awaySince = undefined;
      if (this.#isNotified !== false) await adminNotices.end(AWAY);
      this.#isNotified = false;
      return;
    }
    this.#awaySince ??= now();
    if (now() - this.#awaySince < AWAY_MS) return;
    const since = new Date(this.#awaySince).toISOString();
    await adminNotices.notify({
      subject: AWAY,
      content: { about: 'sign-on-away', since, hours: offlineHours },
      shownMs: AWAY_SHOWN_MS,
      shownTo: peopleWaiting,
    });
    this.#isNotified = true;
  }

  /** Each login is news, so that none hides behind an earlier one. */
  passwordUsed(person: { readonly firstName: string; readonly lastName: string }): Promise<void> {
    const { adminNotices, now } = this.#deps;
    const at = new Date(now()).toISOString();
    return adminNotices.notify({
      subject: `password ${at}`,
      content: { about: 'password-used', personName: `${person.firstName} ${person.lastName}`, at },
      shownMs: PASSWORD_SHOWN_MS,
    });
  }
}
