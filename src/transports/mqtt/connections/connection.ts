import { randomUUID } from 'node:crypto';
import type { Client } from 'aedes';
import type { PacketReader } from '../ingest/packet-reader.ts';
import { PubackOrder } from '../ingest/puback-order.ts';
import { ResendCheck } from '../ingest/resends.ts';
import { type DeviceTopic, parsePublished } from '../topics.ts';
import type { Identity } from './credentials.ts';

/** An authenticated client, and what is known of it while it is connected. */
export class Connection {
  readonly id = randomUUID();
  readonly connectedAt: number;
  readonly client: Client;
  readonly identity: Identity;
  readonly address: string;
  readonly reader: PacketReader;
  readonly pubackOrder = new PubackOrder();
  readonly resends = new ResendCheck();
  /** Readings whose acknowledgement is about to be written. */
  readonly unsentPubacks: number[] = [];
  /** Devices that are known to be its account's. */
  readonly ownDevices = new Set<string>();
  /** Devices that are online by it. */
  readonly presentDevices = new Set<string>();
  /** People to whose devices it may subscribe beside its own. */
  readonly patients = new Set<string>();
  /** How often one of them was removed: a query that began before does not count. */
  careRevisions = 0;
  /** Devices that it subscribes to, and the filters by which it does. */
  readonly listenedDevices = new Set<string>();
  readonly filters = new Set<string>();
  /** Subscriptions that are being decided, by filter. */
  readonly admissions = new Map<string, Promise<boolean>>();
  /** Its number among all connections of all instances; 0 while it has none. See takeover.ts. */
  sequence = 0;
  /** The greatest number of another connection with its client id. */
  competingSequence = 0;
  /** Ended by us: not even its will is accepted any more. */
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

  end(): void {
    this.ended = true;
    this.client.close();
  }
}
