/** A normal reading: all fields of the contract except samples. */
export const quietReading = (macAddress: string, uptimeMs: number) => ({
  device_id: macAddress,
  accel_x: 0.42,
  accel_y: -0.31,
  accel_z: 9.79,
  gyro_x: 1.2,
  gyro_y: -0.7,
  gyro_z: 0.3,
  uptime_ms: uptimeMs,
  pressure: 1013.2,
  fsr: 0.61,
  heart_rate: 71,
  spo2: 97,
  battery_level: 83.5,
  wifi_connected: true,
  bluetooth_connected: false,
  sensors_initialized: true,
});

/** A fall of level HIGH, whose alert is not repeated until a caregiver acknowledges it. */
export const severeReading = (macAddress: string) => ({
  ...quietReading(macAddress, 1000),
  accel_x: -15,
  accel_y: -12,
  accel_z: -5,
  gyro_x: 500,
  gyro_y: 450,
  gyro_z: -300,
});
