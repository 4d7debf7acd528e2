import { randomUUID } from 'node:crypto';
import type { Log } from '../platform/log.ts';
import type { MailText } from './mail-texts.ts';

/** Account mails. They are sent in the background, so that the response time does not reveal whether a mail was sent. */
export interface AccountMail {
  send(to: string, text: MailText): void;
  /** Runs work that may send a mail in the background; logs what it throws. */
  behind(work: () => Promise<void>): void;
  /** Waits for mails in progress. */
  drain(): Promise<void>;
}

interface AccountMailDeps {
  /** Sends through the operator's mail server; never throws. */
  readonly sendMail: (mail: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
  }) => Promise<{ readonly error: string | null }>;
  readonly log: Log;
}

export function createAccountMail({ sendMail, log }: AccountMailDeps): AccountMail {
  const underWay = new Set<Promise<void>>();

  function behind(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => log.error({ err: error }, 'accounts: preparing a mail failed'))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  return {
    behind,
    send: (to, { title, body }) =>
      behind(async () => {
        const { error } = await sendMail({ id: randomUUID(), to, subject: title, text: body });
        if (error !== null) log.warn({ error, mail: title }, 'accounts: sending a mail failed');
      }),
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
