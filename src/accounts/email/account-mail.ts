import { randomUUID } from 'node:crypto';
import type { Language } from '../../platform/languages.ts';
import type { Log } from '../../platform/log.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { type AccountTexts, accountTexts } from '../texts/index.ts';
import { isRealAddress } from './no-address.ts';

type Mails = AccountTexts['mails'];

export interface Addressee {
  readonly email: string;
  /** Null for that of the organisation. */
  readonly language: Language | null;
}

/** Account mails. They are sent in the background, so that the response time does not reveal whether a mail was sent. */
export interface AccountMail {
  /** `about` are the parameters of the mail's text. */
  send<Kind extends keyof Mails>(to: Addressee, kind: Kind, ...about: Parameters<Mails[Kind]['body']>): void;
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
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly log: Log;
}

export function createAccountMail({ sendMail, organisation, log }: AccountMailDeps): AccountMail {
  const underWay = new Set<Promise<void>>();

  function behind(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => log.error({ err: error }, 'accounts: preparing a mail failed'))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  return {
    behind,
    send: ({ email: to, language }, kind, ...about) =>
      behind(async () => {
        if (!isRealAddress(to)) return;
        const { title, body } = accountTexts(organisation.readerOf(language).language).mails[kind];
        // Each kind has its own parameters; TypeScript cannot follow that through the table.
        const text = (body as (...about: readonly string[]) => string)(...about);
        const { error } = await sendMail({ id: randomUUID(), to, subject: title, text });
        if (error !== null) log.warn({ error, mail: kind }, 'accounts: sending a mail failed');
      }),
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
