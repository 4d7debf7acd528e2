import type { components } from './api.ts';
import type { Reading } from './hold.ts';

type Schemas = components['schemas'];

/** The answers a wearer can give with the buttons. */
export type WearerAnswer = Schemas['WearerAnswer']['answer'];
export type LateReading = Schemas['BacklogReading'];

/** Refused permanently: do not send it again. */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  readonly error: string;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

export type Silence =
  /** Sent, but no answer came: it may have been stored or not. */
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** Not sent, because there was no connection. */
  | { readonly kind: 'unsent' };

export type Outcome =
  | { readonly kind: 'accepted'; readonly assessment: Schemas['Assessment'] }
  | Refused
  | Silence;

export type BacklogOutcome = ({ readonly kind: 'taken' } & Schemas['BacklogOutcome']) | Refused | Silence;

/** The result of a pressed button. */
export type AnswerOutcome =
  | {
      readonly kind: 'granted';
      readonly fall: Schemas['FallDetail'];
      /** A call for help created a new fall, because there was no open one. */
      readonly isNewFall: boolean;
    }
  | Refused
  | Silence;

/** How a message is sent. */
export interface Delivery {
  /** The same for all repetitions of the message. */
  readonly key: string;
  readonly isRepetition: boolean;
}

/** A wearable's connection to the service. No method throws because of the network or an answer of the service. */
export interface Link {
  /** Messages whose repetitions the service recognises. Anything else is sent once, answered or not. */
  readonly repeats: readonly ('reading' | 'answer')[];
  send(reading: Reading, delivery: Delivery): Promise<Outcome>;
  answer(answer: WearerAnswer, delivery: Delivery): Promise<AnswerOutcome>;
  /** Set only if the transport accepts late readings. */
  readonly sendBacklog?: (readings: readonly LateReading[]) => Promise<BacklogOutcome>;
  /** Call when the network is lost: drops the connection without a closing handshake. */
  drop(): void;
  /**
   * Connects; there is no connection before the first call. Resolves with whether the connection is new; rejects if the
   * service cannot be reached.
   */
  restore(): Promise<boolean>;
  close(): Promise<void>;
}

const CREATED = 201;

/** The body of an answer, on any transport. */
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
