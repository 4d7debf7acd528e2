/** How far a wearable is with an image; `offered` is the service's own word. */
export const UPDATE_STATES = ['offered', 'loading', 'installed', 'failed', 'rolled_back'] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

/** What a wearable reports. */
export const REPORTED_STATES = ['loading', 'installed', 'failed', 'rolled_back'] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];

export const MOST_IMAGE_BYTES = 16 * 1024 * 1024;
/** Each may be in every backup. */
export const MOST_IMAGES = 20;
export const MOST_ERROR_CHARACTERS = 200;
/** As much as a reading's `firmware_version` takes; no blank, which separates the words of the signed text. */
export const VERSION = '^[0-9A-Za-z][0-9A-Za-z._+-]{0,31}$';
