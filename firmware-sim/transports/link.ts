import type { Owner } from '../accounts.ts';
import type { Answer } from '../response/records.ts';
import type { Reading } from '../wearable.ts';

export const TRANSPORTS = ['http', 'mqtt', 'ws'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export type Outcome =
  | {
      readonly kind: 'accepted';
      readonly at: number;
      readonly fallDetected: boolean;
      /** Milliseconds until the next reading is due; relative, since clocks differ. */
      readonly dueInMs: number;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly error: string;
      readonly retryAfterS?: number | undefined;
    }
  /** Went out, and nothing came back: it may have been stored or not. */
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** There was no connection to send it on. */
  | { readonly kind: 'unsent' };

export interface LateReading extends Reading {
  readonly recorded_at: string;
}

export type BacklogOutcome =
  | {
      readonly kind: 'taken';
      readonly accepted: number;
      readonly duplicates: number;
      readonly refused: readonly { readonly index: number; readonly error: string }[];
    }
  | Exclude<Outcome, { kind: 'accepted' }>;

/** What became of a pressed button. */
export type AnswerOutcome =
  | {
      readonly kind: 'granted';
      readonly fallId: string;
      /** A call for help without a fall that it could have been about made one. */
      readonly isNewFall: boolean;
    }
  | Exclude<Outcome, { kind: 'accepted' }>;

/** A wearable's way to the service. Nothing here throws for what the network or the service does to a reading. */
export interface Link {
  send(reading: Reading): Promise<Outcome>;
  answer(answer: Answer): Promise<AnswerOutcome>;
  /** Only where the transport can bring readings in late. */
  readonly sendBacklog?: (readings: readonly LateReading[]) => Promise<BacklogOutcome>;
  /** Wi-Fi is lost: the connection breaks without a closing handshake. */
  drop(): void;
  /** Wi-Fi comes back; rejects when the service cannot be reached. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export interface Wearer {
  readonly macAddress: string;
  readonly owner: Owner;
}

/** Not connected before the first `restore`. */
export type OpenLink = (wearer: Wearer) => Link;

/** The part of an answer that all transports share: docs/contract.md, "Readings". */
export interface AssessmentBody {
  readonly status?: number;
  readonly data?: {
    readonly timestamp: string;
    readonly fallDetected: boolean;
    readonly nextAllowedRequest: string;
  };
  readonly error?: string;
  readonly retryAfter?: number;
}

export function outcomeOf(body: AssessmentBody, status = body.status ?? 0): Outcome {
  if (body.data !== undefined) {
    const { timestamp, fallDetected, nextAllowedRequest } = body.data;
    const at = Date.parse(timestamp);
    return { kind: 'accepted', at, fallDetected, dueInMs: Date.parse(nextAllowedRequest) - at };
  }
  return { kind: 'refused', status, error: body.error ?? 'no reason given', retryAfterS: body.retryAfter };
}

/** The answer to a button: the fall that it was about, or why not. */
export interface AnswerBody {
  readonly status?: number;
  readonly data?: { readonly id?: string };
  readonly error?: string;
}

const CREATED = 201;

export function answerOutcomeOf(
  { data, error, ...body }: AnswerBody,
  status = body.status ?? 0,
): AnswerOutcome {
  if (data?.id !== undefined) return { kind: 'granted', fallId: data.id, isNewFall: status === CREATED };
  return { kind: 'refused', status, error: error ?? 'no reason given' };
}
