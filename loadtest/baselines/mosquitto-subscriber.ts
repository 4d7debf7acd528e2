// The typical alternative: a broker, and a subscriber that stores its messages. It subscribes with QoS 1 and a persistent
// session. mqtt.js acknowledges a message when it delivers it to the program, before the program stores it.
import mqtt from 'mqtt';
import pg from 'pg';

const COLUMNS = [
  ...[
    'device_id',
    'accel_x',
    'accel_y',
    'accel_z',
    'gyro_x',
    'gyro_y',
    'gyro_z',
    'uptime_ms',
    'pressure',
    'fsr',
  ],
  ...['heart_rate', 'spo2', 'battery_level', 'wifi_connected', 'bluetooth_connected', 'sensors_initialized'],
] as const;
type Reading = Readonly<Record<(typeof COLUMNS)[number], unknown>>;

const MAX_ROWS = 500;
const MAX_WAIT_MS = 100;

const { DATABASE_URL, BROKER_PORT, ROWS_PER_INSERT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
await pool.query(`CREATE TABLE IF NOT EXISTS subscriber_readings (
  id bigint GENERATED ALWAYS AS IDENTITY, device_id text, recorded_at timestamptz DEFAULT now(),
  accel_x real, accel_y real, accel_z real, gyro_x real, gyro_y real, gyro_z real, uptime_ms bigint,
  pressure real, fsr real, heart_rate smallint, spo2 smallint, battery_level real,
  wifi_connected boolean, bluetooth_connected boolean, sensors_initialized boolean,
  PRIMARY KEY (device_id, recorded_at, id))`);

const places = (rows: number): string =>
  Array.from(
    { length: rows },
    (_, row) => `(${COLUMNS.map((_, column) => `$${row * COLUMNS.length + column + 1}`).join(', ')})`,
  ).join(', ');
const insertOf = (rows: number): string =>
  `INSERT INTO subscriber_readings (${COLUMNS.join(', ')}) VALUES ${places(rows)}`;
const [insertOne, insertMost] = [insertOf(1), insertOf(MAX_ROWS)];

function textOf(rows: number): string {
  if (rows === 1) return insertOne;
  return rows === MAX_ROWS ? insertMost : insertOf(rows);
}

function store(readings: readonly Reading[]): void {
  const values = readings.flatMap((reading) => COLUMNS.map((column) => reading[column]));
  const { length: rows } = readings;
  // Only the statements for one row and for the maximum are prepared: other numbers of rows vary.
  const name = rows === 1 || rows === MAX_ROWS ? { name: `insert ${rows}` } : {};
  pool.query({ ...name, text: textOf(rows), values }).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}

let waiting: Reading[] = [];
function storeWaiting(): void {
  if (waiting.length > 0) store(waiting);
  waiting = [];
}
function storeBatched(reading: Reading): void {
  waiting.push(reading);
  if (waiting.length === MAX_ROWS) storeWaiting();
}
setInterval(storeWaiting, MAX_WAIT_MS);

const take = ROWS_PER_INSERT === 'one' ? (reading: Reading) => store([reading]) : storeBatched;

const client = mqtt.connect(`mqtt://127.0.0.1:${BROKER_PORT}`, { clientId: 'subscriber', clean: false });
client.on('message', (_, payload) => take(JSON.parse(payload.toString()) as Reading));
client.once('connect', () => {
  client.subscribe('devices/+/readings', { qos: 1 }, () => process.stdout.write(`${BROKER_PORT}\n`));
});
process.on('SIGTERM', () => process.exit(0));
