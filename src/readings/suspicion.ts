import type { NewDeviceLogEntry } from '../devices/index.ts';
import type { FallAlerts } from '../falls/index.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { Device } from './registry/device.ts';
import type { SensorReading } from './schema.ts';
import type { Explanation } from './scoring/explain.ts';

export interface Suspicion {
  readonly device: Device;
  readonly body: Pick<SensorReading, 'accel_x' | 'accel_y' | 'accel_z' | 'gyro_x' | 'gyro_y' | 'gyro_z'>;
  readonly confidence: number;
  readonly timeMs: number;
  /** Of a reading in a backlog: when the service received it. */
  readonly receivedAt?: Date | undefined;
  /** Undefined for a reading that was scored earlier. */
  readonly assessment?: Explanation | undefined;
}

/**
 * Turns a reading scored SUSPICIOUS or above into an event, or adds it to one, except in a shake test. Recording it again
 * changes nothing.
 */
export async function recordSuspicion(
  {
    fallAlerts,
    writeDeviceLog,
  }: { readonly fallAlerts: FallAlerts; readonly writeDeviceLog: (entry: NewDeviceLogEntry) => void },
  { device, body, confidence, timeMs, receivedAt, assessment }: Suspicion,
): Promise<void> {
  const impactMs = timeMs - Math.round((assessment?.secondsSinceImpact ?? 0) * SECOND_MS);
  if (device.isShaken(impactMs, timeMs)) return;
  const { change } = await fallAlerts.raiseFromStream({
    userId: device.owner.userId,
    deviceId: device.id,
    confidence,
    sensorData: {
      accel: [body.accel_x, body.accel_y, body.accel_z],
      gyro: rotationOf(body),
      timestamp: new Date(timeMs),
    },
    impactAt: new Date(impactMs),
    receivedAt,
    assessment,
  });
  if (change === 'opened') {
    writeDeviceLog({ deviceId: device.id, type: 'WARNING', message: 'Fall suspected', at: new Date(timeMs) });
  }
}

/** Null without a gyro. */
function rotationOf({ gyro_x, gyro_y, gyro_z }: Suspicion['body']): [number, number, number] | null {
  return gyro_x == null || gyro_y == null || gyro_z == null ? null : [gyro_x, gyro_y, gyro_z];
}
