import type { AppError } from '../../errors.ts';

/**
 * The outcome of a message. `taken` is acknowledged, whether stored or permanently refused; `unavailable` is not, so
 * that the device sends it again; `forbidden` closes the connection.
 */
export type PublishOutcome = 'taken' | 'unavailable' | 'forbidden';

/**
 * `isNew` is true for a stored reading that does not repeat an earlier one; `refusal` says why a message that is taken
 * was not stored.
 */
export type Settled = (outcome: PublishOutcome, isNew?: boolean, refusal?: AppError) => void;
