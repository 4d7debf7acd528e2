import { connect, type MqttClient } from 'mqtt';
import type { TestWearable } from './resident.ts';
import { STAGE_MS } from './rules.ts';

export interface WearableDeps {
  /** Where wearables connect, with the public name of the service; null while MQTT is off. */
  readonly brokerUrl: () => string | null;
  /** The address on which the service listens. */
  readonly host: string;
}

const EVERYWHERE: ReadonlySet<string> = new Set(['::', '0.0.0.0']);
const VERSION_3_1_1 = 4;

/** An impact so hard that it is a fall whatever the readings around it are: the rule of single readings decides. */
const IMPACT = { accel_x: 60, accel_y: 50, accel_z: 40, gyro_x: 700, gyro_y: 600, gyro_z: 500 };

/** Connects to the service's own listener, over TLS where that is on, and publishes one reading. */
export class Wearable {
  readonly #wearable: TestWearable;
  readonly #client: MqttClient;
  readonly #connected: Promise<void>;

  constructor({ brokerUrl, host }: WearableDeps, wearable: TestWearable) {
    const { protocol, port } = new URL(brokerUrl() ?? '');
    this.#wearable = wearable;
    this.#client = connect({
      protocol: protocol === 'mqtts:' ? 'mqtts' : 'mqtt',
      host: EVERYWHERE.has(host) ? '127.0.0.1' : host,
      port: Number(port),
      // The certificate is issued for the public name.
      rejectUnauthorized: false,
      protocolVersion: VERSION_3_1_1,
      clientId: `path-${wearable.macAddress}`,
      username: wearable.macAddress,
      password: wearable.token,
      reconnectPeriod: 0,
      connectTimeout: STAGE_MS,
    });
    this.#connected = new Promise((resolve, reject) => {
      this.#client.once('connect', () => resolve());
      this.#client.once('error', reject);
      this.#client.once('close', () => reject(new Error('closed the connection')));
    });
    this.#connected.catch(() => {});
    // After the connection: `publish` fails then.
    this.#client.on('error', () => {});
  }

  connected(): Promise<void> {
    return this.#connected;
  }

  /** Resolves with the acknowledgement. */
  publish(): Promise<void> {
    const { macAddress } = this.#wearable;
    const reading = { device_id: macAddress, ...IMPACT, uptime_ms: 0 };
    return new Promise((resolve, reject) => {
      this.#client.once('close', () => reject(new Error('closed the connection')));
      this.#client.publish(`devices/${macAddress}/readings`, JSON.stringify(reading), { qos: 1 }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  end(): void {
    this.#client.end(true);
  }
}
