import type { ResponseRequest } from '../v5/response-request.ts';

/** The parts of a PUBLISH that make up a reading. */
export interface Published {
  readonly payload: Buffer | string;
  readonly qos: 0 | 1 | 2;
  readonly dup: boolean;
  /** It has no DUP of its own: see resends.ts. */
  readonly isSuspected?: boolean;
  /** Of a reading whose fingerprint is known already. */
  readonly fingerprint?: number | undefined;
  /** Of MQTT 5: where the sender wants the answer. */
  readonly request?: ResponseRequest | undefined;
}

export const payloadBytes = (payload: Published['payload']): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : payload;

/** Returns false when the message is not a reading that it takes. */
export type TakeReading = (topic: Buffer, message: Published, messageId: number) => boolean;
