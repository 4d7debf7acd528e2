import type { Scoring } from '../scoring/scoring.ts';
import type { WindowReading } from '../store/readings.ts';

/** Writes a stored reading back into a window. */
export function refillWindow(scoring: Scoring, slot: number, number: number, reading: WindowReading): void {
  scoring.refill(slot, number, reading.recordedAt.getTime(), bodyOf(reading), samplesOf(reading));
}

export const bodyOf = (reading: WindowReading) => ({
  accel_x: reading.accelX,
  accel_y: reading.accelY,
  accel_z: reading.accelZ,
  gyro_x: reading.gyroX,
  gyro_y: reading.gyroY,
  gyro_z: reading.gyroZ,
  pressure: reading.pressure,
  fsr: reading.fsr,
  heart_rate: reading.heartRate,
  spo2: reading.spo2,
});

export const samplesOf = ({ samples }: WindowReading): Float32Array | undefined =>
  samples === null ? undefined : new Float32Array(new Uint8Array(samples).buffer);
