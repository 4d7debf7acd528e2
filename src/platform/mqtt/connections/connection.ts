import { randomBytes } from 'node:crypto';
import type { Client } from 'aedes';
import { SmallSet } from '../../small-set.ts';
import type { PacketReader } from '../packets/packet-reader.ts';
import { PubackOrder } from '../packets/puback-order.ts';
import { ResendCheck } from '../packets/resends.ts';
import { type DeviceTopic, parsePublished } from '../topics.ts';
import type { Identity } from './credentials.ts';

const ID_BYTES = 16;

/** An authenticated client, and what is known of it while it is connected. */
export class Connection {
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
  readonly ownDevices = new SmallSet<string>();
  /** Devices that are online by it. */
  readonly presentDevices = new SmallSet<string>();
  /** People to whose devices it may subscribe beside its own. */
  readonly patients = new SmallSet<string>();
  /** How often one of them was removed: a query that began before does not count. */
  careRevisions = 0;
  /** Devices that it subscribes to, and the filters by which it does. */
  readonly listenedDevices = new SmallSet<string>();
  readonly filters = new SmallSet<string>();
  /** Subscriptions that are being decided, by filter; undefined while there are none. */
  admissions: Map<string, Promise<boolean>> | undefined;
  /** Its number among all connections of all instances; 0 while it has none. See takeover.ts. */
  sequence = 0;
  /** The greatest number of another connection with its client id. */
  competingSequence = 0;
  /** When the session ends by whose token it was authenticated, as far as is known: it may have been renewed since. */
  sessionEndsAt: number | undefined;
  /** Ended by us: not even its will is accepted any more. */
  ended = false;
  #lastTopic: Buffer | undefined;
  #lastParsed: DeviceTopic | undefined;
  #id: string | undefined;

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
    this.sessionEndsAt = identity.session?.expiresAt;
    this.address = address;
    this.reader = reader;
  }

  /** Its name among all connections of all instances, made when it first sends. A UUID would be kept in a dozen pieces. */
  get id(): string {
    this.#id ??= randomBytes(ID_BYTES).toString('base64url');
    return this.#id;
  }

  /** A wearable names the same topic every second. */
  publishedTo(topic: Buffer): DeviceTopic | undefined {
    if (this.#lastTopic?.equals(topic) !== true) {
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
