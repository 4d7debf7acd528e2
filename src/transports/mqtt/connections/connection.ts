import { randomUUID } from 'node:crypto';
import type { Client } from 'aedes';
import type { PacketReader } from '../ingest/packet-reader.ts';
import { PubackOrder } from '../ingest/puback-order.ts';
import { type DeviceTopic, parsePublished } from '../topics.ts';
import type { Identity } from './credentials.ts';

/** A client that has said who it is, and what is known of it while it stays. */
export class Connection {
  readonly id = randomUUID();
  readonly connectedAt: number;
  readonly client: Client;
  readonly identity: Identity;
  readonly address: string;
  readonly reader: PacketReader;
  readonly pubackOrder = new PubackOrder();
  /** Readings whose acknowledgement is about to be written. */
  readonly unsentPubacks: number[] = [];
  /** Devices that are known to be its account's. */
  readonly ownDevices = new Set<string>();
  /** Devices that are online by it. */
  readonly presentDevices = new Set<string>();
  /** People whose devices it may listen to beside its own. */
  readonly patients = new Set<string>();
  /** How often one of them was taken away. */
  careRevisions = 0;
  /** Devices that it listens to, and the filters by which it does. */
  readonly listenedDevices = new Set<string>();
  readonly filters = new Set<string>();
  /** Its place among all connections of all instances; 0 while it has none. See takeover.ts. */
  sequence = 0;
  /** The greatest ticket of another connection with its client id. */
  competingSequence = 0;
  /** Ended by us: not even its will is heard any more. */
  ended = false;
  #lastTopic: Buffer = Buffer.alloc(0);
  #lastParsed: DeviceTopic | undefined;

  constructor(
    client: Client,
    identity: Identity,
    address: string,
    reader: PacketReader,
    connectedAt: number,
  ) {
    this.connectedAt = connectedAt;
    this.client = client;
    this.identity = identity;
    this.address = address;
    this.reader = reader;
  }

  /** A wearable names the same topic every second. */
  publishedTo(topic: Buffer): DeviceTopic | undefined {
    if (!this.#lastTopic.equals(topic)) {
      this.#lastTopic = Buffer.from(topic);
      this.#lastParsed = parsePublished(topic.toString());
    }
    return this.#lastParsed;
  }

  /** Aedes cuts off who is silent for too long, and does not see what we take before it. */
  refreshKeepAlive(): void {
    (
      this.client as unknown as { readonly _keepaliveTimer: NodeJS.Timeout | null }
    )._keepaliveTimer?.refresh();
  }

  end(): void {
    this.ended = true;
    this.client.close();
  }
}
