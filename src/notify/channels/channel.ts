import type { FallLevel } from '../../platform/fall-levels.ts';
import type { Language, Reader } from '../../platform/languages.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { NotificationContent } from '../texts/content.ts';
import type { PostOutcome } from './safe-request.ts';

type MessageType =
  | 'fall.alert'
  | 'test'
  | 'fall.raised'
  | 'fall.updated'
  | 'response.changed'
  | 'device.status'
  | 'report.flood'
  | 'sensor.event'
  | 'morning.question'
  | 'staff.notice'
  | 'audit.head';

export interface GatheredFalls {
  /** Number of all falls; the list may be shorter. */
  readonly count: number;
  /** Worst first. */
  readonly falls: readonly {
    readonly title: string;
    readonly patientName: string;
    readonly patientRoom: string | null;
    readonly link: string;
    readonly claimLink: string | null;
  }[];
}

/** Whom a message goes to, for kinds that count messages by person or get answers. */
export interface Recipient {
  readonly personId: string;
  readonly channelId: string;
}

/** The content of a message, the same for every channel; notify/texts/ has the wording. */
export interface ChannelMessage {
  /** The outbox's id: the same for every attempt, so that a receiver can recognise a duplicate. */
  readonly id: string;
  readonly type: MessageType;
  /** What it is about; null for an event feed. */
  readonly about: NotificationContent['about'] | null;
  readonly fallId: string | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
  readonly patientRoom: string | null;
  readonly level: FallLevel | null;
  readonly title: string;
  readonly body: string;
  /** One short line for small displays: person and room first. */
  readonly brief: string;
  readonly link: string;
  /** It asks the person to respond: kinds with claim links add one. */
  readonly claimable: boolean;
  /** Claims the fall with one tap and no login. Null where the kind of channel has no claim links. */
  readonly claimLink: string | null;
  /**
   * Set when one message covers several falls. `fallId` and the other fields of a single fall are then null, and `link`
   * is the board.
   */
  readonly gathered?: GatheredFalls;
  /** Caregivers were notified before, and no one has claimed the fall yet. */
  readonly isReminder: boolean;
  /** For webhooks: the response as in the fall's record. */
  readonly response: object | null;
  /** For webhooks: additional fields of `device.status`, `staff.notice`, `audit.head` and test alerts. `wardId`: only members of it may read the text. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** When the event happened, not when the message is sent. */
  readonly timestamp: Date;
  /** The language of the texts, and the zone of their times. */
  readonly reader: Reader;
  /** Null for a webhook of the organisation. */
  readonly recipient: Recipient | null;
  /** The falls that the message is about, worst first. */
  readonly fallIds: readonly string[];
  /** 1 for the first try. */
  readonly attempt: number;
  /** With it the receiving device reports what it did with the message; null for a test, and where no device reports. */
  readonly receipt: string | null;
}

/** docs/response.md, "Closing messages": nobody has to be woken. */
export const isQuiet = ({ about }: ChannelMessage): boolean => about === 'closing';

export interface DeliveryResult {
  readonly delivered: boolean;
  /** The HTTP or SMTP status; null when there was no reply. */
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfterMs?: number;
  /** The target no longer exists: the subscription is deleted or the webhook disabled. */
  readonly gone?: boolean;
  /** A retry cannot succeed. */
  readonly final?: boolean;
  /** The gateway reports later whether the person was reached; `delivered` says that it has accepted the message. */
  readonly isPending?: boolean;
}

/** One way to reach a person or a program. `send` and `sendCode` report failures in their result and never throw. */
export interface Channel<Target> {
  send(target: Target, message: ChannelMessage, signal?: AbortSignal): Promise<DeliveryResult>;
  /** Sends the code that confirms a new target, where the kind needs one. */
  sendCode?(target: Target, code: VerificationCode): Promise<DeliveryResult>;
  /** It reports which messages were received: docs/response.md, "Receipts". */
  readonly givesReceipts?: boolean;
  /** For a kind that one instance sends at a time: whether it is this one. */
  isHere?(): boolean;
  /** Called after the delivery of a message about a fall is recorded. */
  onDelivered?(fallId: string): void;
}

export interface VerificationCode {
  /** The message's id. */
  readonly id: string;
  readonly code: string;
  readonly language: Language;
  readonly recipient: Recipient;
}

const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 404]);
const NEVER_GONE: ReadonlySet<number> = new Set();
const MAX_RETRY_AFTER_MS = 30 * SECOND_MS;

/**
 * Translates an HTTP response into a delivery result: anything but 2xx fails, redirects too. `gone` lists the statuses
 * that mean that the target no longer exists.
 */
export function httpResult(
  outcome: PostOutcome,
  now: number,
  gone: ReadonlySet<number> = NEVER_GONE,
): DeliveryResult {
  if ('error' in outcome) return { delivered: false, status: null, ...outcome };
  const { status, retryAfter } = outcome;
  if (status >= 200 && status < 300) return { delivered: true, status, error: null };
  const failed = { delivered: false, status, error: `answered ${status}` };
  if (gone.has(status)) return { ...failed, gone: true, final: true };
  if (FINAL.has(status)) return { ...failed, final: true };
  if (status >= 300 && status < 400)
    return { ...failed, error: `answered ${status}: redirects are not followed` };
  const wait = status === 429 || status >= 500 ? retryAfterMs(retryAfter, now) : undefined;
  return wait === undefined ? failed : { ...failed, retryAfterMs: wait };
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
}
