import type { Scoring } from '../scoring/scoring.ts';
import { signalOf, type WindowReading } from '../store/readings.ts';

/** Writes a stored reading back into a window. */
export function refillWindow(scoring: Scoring, slot: number, number: number, reading: WindowReading): void {
  const { samples, parts } = signalOf(reading);
  scoring.refill(slot, number, reading.recordedAt.getTime(), bodyOf(reading), samples, parts);
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
