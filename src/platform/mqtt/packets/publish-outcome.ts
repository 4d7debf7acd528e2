/**
 * What becomes of a message: `taken` is acknowledged, be it stored or refused for good; `unavailable` is not, so that
 * the device sends it again; after `forbidden` the connection is closed.
 */
export type PublishOutcome = 'taken' | 'unavailable' | 'forbidden';

/** `isNew` is true for a reading that was stored, and is no repetition of one that had been. */
export type Settled = (outcome: PublishOutcome, isNew?: boolean) => void;
