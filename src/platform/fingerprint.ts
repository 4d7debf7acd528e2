import { MINUTE_MS } from './time.ts';

/** docs/contract.md, "Idempotency": how long after a message another one can be its repetition. */
export const REPETITION_MS = 10 * MINUTE_MS;

/**
 * Identifies a message by its device and its bytes (or its idempotency key): two FNV-1a hashes, truncated to the bits
 * that a number holds. Not cryptographic: the finder of a collision could only suppress a reading of their own device.
 */
export function fingerprintOf(macAddress: string, message: Uint8Array): number {
  let a = 0x811c9dc5;
  let b = 0xc9dc5118;
  for (let i = 0; i < macAddress.length; i++) {
    a = Math.imul(a ^ macAddress.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ macAddress.charCodeAt(i), 0x01000b93);
  }
  for (let i = 0; i < message.length; i++) {
    const byte = message[i] ?? 0;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000b93);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}
