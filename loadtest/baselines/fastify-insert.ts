// A typical implementation: a popular framework with a schema, and one INSERT per request through a pool.
import Fastify from 'fastify';
import pg from 'pg';

interface Reading {
  readonly device_id: string;
  readonly accel_x: number;
  readonly accel_y: number;
  readonly accel_z: number;
  readonly gyro_x: number;
  readonly gyro_y: number;
  readonly gyro_z: number;
  readonly uptime_ms: number;
  readonly heart_rate: number;
  readonly spo2: number;
  readonly battery_level: number;
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query(`CREATE TABLE IF NOT EXISTS baseline_readings (
  id bigint GENERATED ALWAYS AS IDENTITY, device_id text, recorded_at timestamptz DEFAULT now(),
  accel_x real, accel_y real, accel_z real, gyro_x real, gyro_y real, gyro_z real,
  uptime_ms bigint, heart_rate smallint, spo2 smallint, battery_level real, PRIMARY KEY (device_id, recorded_at, id))`);

const number = { type: 'number' };
const app = Fastify({ logger: false });
app.post<{ Body: Reading }>(
  '/api/device/sensor-stream',
  {
    schema: {
      body: {
        type: 'object',
        required: ['device_id', 'accel_x', 'accel_y', 'accel_z', 'gyro_x', 'gyro_y', 'gyro_z', 'uptime_ms'],
        properties: {
          device_id: { type: 'string' },
          accel_x: number,
          accel_y: number,
          accel_z: number,
          gyro_x: number,
        },
      },
    },
  },
  async ({ body: b }) => {
    await pool.query({
      name: 'insert',
      text: `INSERT INTO baseline_readings (device_id, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, uptime_ms,
               heart_rate, spo2, battery_level) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      values: [
        b.device_id,
        b.accel_x,
        b.accel_y,
        b.accel_z,
        b.gyro_x,
        b.gyro_y,
        b.gyro_z,
        b.uptime_ms,
        b.heart_rate,
        b.spo2,
        b.battery_level,
      ],
    });
    return { success: true, data: { deviceId: b.device_id, timestamp: new Date(), fallDetected: false } };
  },
);
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
process.on('SIGTERM', () => process.exit(0));
