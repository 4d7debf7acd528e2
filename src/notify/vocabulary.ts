import type { Queryable } from '../platform/database/database.ts';

/** docs/response.md, "Receipts": what is known of a notification; null where it is not known. */
export interface DeliveryStates {
  /** The gateway, push service or mail server took it. */
  readonly acceptedAt: Date | null;
  /** The device has it. */
  readonly receivedAt: Date | null;
  /** The person opened it. */
  readonly openedAt: Date | null;
  readonly failedAt: Date | null;
}

/** The outcome of a try to notify a person or a webhook of a fall. */
export interface DeliveryEntry extends DeliveryStates {
  readonly fallId: string;
  /** The message whose receipts count for this try; null where there is none. */
  readonly messageId: string | null;
  readonly at: Date;
  readonly personId: string | null;
  readonly channel: string;
  readonly attempt: number;
  readonly delivered: boolean;
  /** Why it failed. */
  readonly error: string | null;
}

/** What became known of a try that is in the timeline. */
export interface DeliveryChange extends Omit<DeliveryStates, 'acceptedAt'> {
  readonly fallId: string;
  readonly messageId: string;
  readonly attempt: number;
  readonly error: string | null;
}

/** A fall of which a person was notified. */
export interface NotifiedFall {
  readonly fallId: string;
  readonly patientId: string;
  readonly personId: string;
}

/** The falls that messages are about. The module of responses keeps them and their timelines. */
export interface NotifiedFalls {
  /** SQL: a relation with `id`, `user_id` (the patient) and `is_test`. */
  readonly falls: string;
  /** SQL: a relation with `fall_id`, `patient_id`, `state`, `claimed_at`, `offered_to`, `escalation_starts_at` and `created_at`. */
  readonly responses: string;
  /** Adds to the timelines of the falls that still exist, with the receipts of their messages. */
  addToTimelines(q: Queryable, entries: readonly DeliveryEntry[]): Promise<unknown>;
  changeInTimelines(q: Queryable, changes: readonly DeliveryChange[]): Promise<unknown>;
  /** Notifications of these falls have failed for good: at the commit, the escalation is looked at. */
  notificationsFailed(q: Queryable, fallIds: readonly string[]): Promise<unknown>;
}
