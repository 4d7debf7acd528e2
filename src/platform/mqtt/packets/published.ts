import { AppError } from '../../errors.ts';
import { decodeJson } from '../../schema/json.ts';
import { READING_BYTES } from '../limits.ts';
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
  /** Of MQTT 5: where the sender wants the reply. */
  readonly request?: ResponseRequest | undefined;
}

export const payloadBytes = (payload: Published['payload']): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : payload;

/** The payload, or why it cannot be read. */
export function jsonIn({ payload }: Published, maxBytes = READING_BYTES): unknown {
  const bytes = payloadBytes(payload);
  if (bytes.length > maxBytes)
    return new AppError('BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes`);
  try {
    return decodeJson(bytes);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Returns false when the message is not a reading that it takes. */
export type TakeReading = (topic: Buffer, message: Published, messageId: number) => boolean;
