import { createTransport } from 'nodemailer';
import { NOT_IN_A_LINE } from '../../platform/schema/primitives.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { DeliveryResult } from './channel.ts';

interface Mail {
  /** The same for every attempt, so that a mailbox can recognise a duplicate. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * The operator's own mail server. Unlike addresses of other channels, its address comes from the configuration and is
 * trusted.
 */
export interface Mailer {
  /** Never throws. */
  send(mail: Mail, signal?: AbortSignal): Promise<DeliveryResult>;
  close(): void;
}

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_CONNECTIONS = 5;
/** Beyond this limit the mail server is down or too slow: attempts fail at once and the escalation continues. */
const MAX_WAITING = 200;

export function createMailer({
  smtpUrl,
  from,
  timeoutMs = TIMEOUT_MS,
}: {
  readonly smtpUrl: string;
  readonly from: string;
  readonly timeoutMs?: number;
}): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // One retry, for a server that has closed an idle connection; the outbox makes all other retries.
    maxRequeues: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s@>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  let waiting = 0;

  async function deliver({ id, to, subject, text }: Mail): Promise<DeliveryResult> {
    waiting += 1;
    try {
      const { response } = await transport.sendMail({
        from,
        // An object: in a plain string, a comma would start another recipient.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        messageId: `<${id}@${domain}>`,
        priority: 'high',
        // RFC 3834: suppresses out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { delivered: true, status: Number.parseInt(response, 10), error: null };
    } catch (error) {
      return refusal(error);
    } finally {
      waiting -= 1;
    }
  }

  return {
    async send(mail, signal) {
      if (waiting >= MAX_WAITING)
        return { delivered: false, status: null, error: 'too many mails are waiting' };
      return within(deliver(mail), timeoutMs, signal);
    },
    close: () => transport.close({ force: true }),
  };
}

const BREAKERS = new RegExp(`[${NOT_IN_A_LINE}]+`, 'gu');

/** A line break would start another header, and a direction mark could disguise the text. */
const oneLine = (text: string): string => text.replace(BREAKERS, ' ').trim();

function refusal(error: unknown): DeliveryResult {
  const { responseCode: status = null, code } = error as { responseCode?: number; code?: string };
  if (status === null)
    return { delivered: false, status, error: `failed with ${code ?? 'an unknown error'}` };
  // RFC 5321, 4.2.1: 4yz is transient, 5yz is permanent.
  const failed = { delivered: false, status, error: `answered ${status}` };
  return status >= 500 ? { ...failed, final: true } : failed;
}

/** nodemailer cannot cancel a mail: a slow one may still arrive after the timeout, which is better than not at all. */
function within(
  delivery: Promise<DeliveryResult>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<DeliveryResult> {
  return new Promise((settle) => {
    const give = (error: string) => finish({ delivered: false, status: null, error });
    const cancel = () => give('was cancelled');
    const timer = setTimeout(() => give(`gave no answer within ${timeoutMs / SECOND_MS} s`), timeoutMs);
    const finish = (result: DeliveryResult) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      settle(result);
    };
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    void delivery.then(finish);
  });
}
