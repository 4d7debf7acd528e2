import type { Queryable } from '../platform/database/database.ts';

/** A fall that a person was told of by SMS. */
export interface ToldFall {
  readonly fallId: string;
  readonly patientId: string;
  readonly personId: string;
}

/** True the first time. */
export type Once = (q: Queryable, at: Date) => Promise<boolean>;

/** How a fall stands for a person, and what came of their answer. */
export type PhoneAnswer =
  | {
      readonly is: 'open' | 'claimed';
      readonly patientId: string;
      readonly patientName: string;
      readonly patientRoom: string | null;
    }
  | { readonly is: 'held'; readonly patientName: string; readonly holderName: string }
  /** `declined`: the fall was offered to the person, and its holder keeps it. */
  | { readonly is: 'passed' | 'declined'; readonly patientId?: string }
  | { readonly is: 'resolved' | 'refused' | 'used' };

/** What people do with the keys of a phone or a reply to an SMS. The module of responses does it. */
export interface PhoneResponder {
  standing(fallId: string, personId: string): Promise<PhoneAnswer>;
  claim(fallId: string, personId: string, once: Once): Promise<PhoneAnswer>;
  pass(fallIds: readonly string[], personId: string, once: Once): Promise<PhoneAnswer>;
  claimNewest(told: readonly ToldFall[], once: Once): Promise<(PhoneAnswer & ToldFall) | undefined>;
}

/** What came of a try to tell a person or a webhook about a fall. */
export interface ToldEntry {
  readonly fallId: string;
  readonly at: Date;
  readonly personId: string | null;
  readonly channel: string;
  readonly attempt: number;
  readonly delivered: boolean;
  /** Why it failed. */
  readonly error: string | null;
}

/** The falls that messages are about. The module of responses keeps them and their timelines. */
export interface ToldFalls {
  /** SQL: a relation with `id`, `user_id` (the patient) and `is_test`. */
  readonly falls: string;
  /** SQL: a relation with `fall_id`, `patient_id`, `state`, `claimed_at`, `offered_to`, `ladder_starts_at` and `created_at`. */
  readonly responses: string;
  /** Adds to the timelines of the falls that still exist. */
  addToTimelines(q: Queryable, told: readonly ToldEntry[]): Promise<unknown>;
  /** Changes what came of the tries that a person's timeline has at a time. */
  changeInTimeline(q: Queryable, told: Omit<ToldEntry, 'attempt'>): Promise<unknown>;
}
