import type { Client } from 'aedes';
import type { Identity } from './credentials.ts';
import type { PacketMeter } from './packet-meter.ts';
import { type DeviceTopic, parsePublished } from './topics.ts';
import { Turns } from './turns.ts';

/** A client that has said who it is, and what is known of it while it stays. */
export class Connection {
  readonly client: Client;
  readonly identity: Identity;
  readonly address: string;
  readonly meter: PacketMeter;
  readonly turns = new Turns();
  /** Devices that are known to be its account's. */
  readonly own = new Set<string>();
  /** Devices that are online by it. */
  readonly present = new Set<string>();
  /** People whose devices it may listen to beside its own. */
  readonly patients = new Set<string>();
  /** How often one of them was taken away. */
  careEnded = 0;
  /** Devices that it listens to, and the filters by which it does. */
  readonly heard = new Set<string>();
  readonly filters = new Set<string>();
  /** Ended by us: not even its will is heard any more. */
  ended = false;
  #lastTopic = '';
  #lastParsed: DeviceTopic | undefined;

  constructor(client: Client, identity: Identity, address: string, meter: PacketMeter) {
    this.client = client;
    this.identity = identity;
    this.address = address;
    this.meter = meter;
  }

  /** A wearable names the same topic every second. */
  parsePublished(topic: string): DeviceTopic | undefined {
    if (topic !== this.#lastTopic) {
      this.#lastTopic = topic;
      this.#lastParsed = parsePublished(topic);
    }
    return this.#lastParsed;
  }

  end(): void {
    this.ended = true;
    this.client.close();
  }
}
