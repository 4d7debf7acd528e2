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
