import { otherDevice, type Principal } from '../platform/http/principal.ts';
import { canonicalMac } from '../platform/mac.ts';

/**
 * A device token sends readings of its own device only: the refusal takes the place of the body. `isOptional`: the reading may
 * leave out the device.
 */
export function ownReading({ device }: Principal, body: unknown, isOptional = false): unknown {
  if (device === undefined || typeof body !== 'object' || body === null) return body;
  const reading = body as { device_id?: unknown };
  if (isOptional && (reading.device_id === undefined || reading.device_id === null))
    reading.device_id = device.macAddress;
  const named = typeof reading.device_id === 'string' ? canonicalMac(reading.device_id) : undefined;
  return named === undefined || named === device.macAddress ? body : otherDevice();
}
