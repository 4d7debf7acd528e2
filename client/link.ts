import type { components } from './api.ts';
import type { Reading } from './hold.ts';

type Schemas = components['schemas'];

/** What a wearer's buttons say. */
export type WearerAnswer = Schemas['WearerAnswer']['answer'];
export type LateReading = Schemas['BacklogReading'];

/** For good: it need not be sent again. */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  readonly error: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

export type Silence =
  /** Went out, and nothing came back: it may have been taken or not. */
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** There was no connection to send it on. */
  | { readonly kind: 'unsent' };

export type Outcome =
  | { readonly kind: 'accepted'; readonly assessment: Schemas['Assessment'] }
  | Refused
  | Silence;

export type BacklogOutcome = ({ readonly kind: 'taken' } & Schemas['BacklogOutcome']) | Refused | Silence;

/** What became of a pressed button. */
export type AnswerOutcome =
  | {
      readonly kind: 'granted';
      readonly fall: Schemas['FallDetail'];
      /** A call for help without a fall that it could have been about made one. */
      readonly isNewFall: boolean;
    }
  | Refused
  | Silence;

/** How a message goes out. */
export interface Delivery {
  /** The same for all repetitions of it. */
  readonly key: string;
  readonly isRepetition: boolean;
}

/** A wearable's way to the service. Nothing here throws for what the network or the service does to a message. */
export interface Link {
  /** Of what the service knows a repetition. Anything else is sent once, answered or not. */
  readonly repeats: readonly ('reading' | 'answer')[];
  send(reading: Reading, delivery: Delivery): Promise<Outcome>;
  answer(answer: WearerAnswer, delivery: Delivery): Promise<AnswerOutcome>;
  /** Only where the transport can bring readings in late. */
  readonly sendBacklog?: (readings: readonly LateReading[]) => Promise<BacklogOutcome>;
  /** The network is gone: the connection breaks without a closing handshake. */
  drop(): void;
  /** Not connected before the first one. Whether the connection is new; rejects when the service cannot be reached. */
  restore(): Promise<boolean>;
  close(): Promise<void>;
}

const CREATED = 201;

/** An answer's body, on whichever way it came. */
export interface Answered {
  readonly status: number;
  readonly data?: unknown;
  readonly error?: string | undefined;
  readonly retryAfter?: number | undefined;
}

const refusedBy = ({ status, error = 'no reason given', retryAfter }: Answered): Refused => ({
  kind: 'refused',
  status,
  error,
  retryAfter,
});

export const outcomeOf = (answered: Answered): Outcome =>
  answered.data === undefined
    ? refusedBy(answered)
    : { kind: 'accepted', assessment: answered.data as Schemas['Assessment'] };

export const backlogOutcomeOf = (answered: Answered): BacklogOutcome =>
  answered.data === undefined
    ? refusedBy(answered)
    : { kind: 'taken', ...(answered.data as Schemas['BacklogOutcome']) };

export const answerOutcomeOf = (answered: Answered): AnswerOutcome =>
  answered.data === undefined
    ? refusedBy(answered)
    : {
        kind: 'granted',
        fall: answered.data as Schemas['FallDetail'],
        isNewFall: answered.status === CREATED,
      };
