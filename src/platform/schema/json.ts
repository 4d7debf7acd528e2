import { isUtf8 } from 'node:buffer';
import { InvalidInput } from '../errors.ts';

/** Bytes → value; UTF-8 is decoded strictly, so that the stored text equals the sent text. */
export function decodeJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new InvalidInput(undefined, 'The body is not valid UTF-8', 'BODY_MALFORMED');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new InvalidInput(undefined, 'The body is not valid JSON', 'BODY_MALFORMED');
  }
}
