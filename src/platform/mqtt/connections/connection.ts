import { randomBytes } from 'node:crypto';
import { SmallSet } from '../../small-set.ts';
import type { BrokerClient } from '../broker.ts';
import type { PacketReader } from '../packets/packet-reader.ts';
import { PubackOrder } from '../packets/puback-order.ts';
import { ResendCheck } from '../packets/resends.ts';
import { type DeviceTopic, parsePublished } from '../topics.ts';
import { REASON, type Reason } from '../v5/reasons.ts';
import type { Identity } from './credentials.ts';

const ID_BYTES = 16;

/** An authenticated client and its state while it is connected. */
export class Connection {
  readonly connectedAt: number;
  readonly client: BrokerClient;
  readonly identity: Identity;
  readonly address: string;
  readonly reader: PacketReader;
  /** Of a client that has sent a message. */
  #pubackOrder: PubackOrder | undefined;
  #resends: ResendCheck | undefined;
  /** Devices that are known to belong to its account. */
  readonly ownDevices = new SmallSet<string>();
  /** Devices that are online through it. */
  readonly presentDevices = new SmallSet<string>();
  /** Patients whose devices it may subscribe to, besides its own. */
  readonly patients = new SmallSet<string>();
  /** Counts removals from `patients`: the result of a query that began before a removal is discarded. */
  careRevisions = 0;
  /** Devices that it subscribes to, with the filters of the subscriptions. */
  readonly listenedDevices = new SmallSet<string>();
  /** Those of them that were not registered when it subscribed. */
  readonly unregistered = new SmallSet<string>();
  readonly filters = new SmallSet<string>();
  /** Pending subscription decisions by filter; undefined while there are none. */
  admissions: Map<string, Promise<Reason>> | undefined;
  /** Its sequence number among all connections of all instances; 0 while it has none. See takeover.ts. */
  sequence = 0;
  /** The greatest sequence number of another connection with its client id. */
  competingSequence = 0;
  /** See `startsNewSession`, of that connection. */
  competitorStartsNewSession = false;
  /** The last known expiry of the session whose token authenticated it: the session may have been renewed since. */
  sessionEndsAt: number | undefined;
  /** Closed by the server: not even its will is accepted any more. */
  ended = false;
  /** CONNECT has asked for a new session, which ends the one before. */
  startsNewSession = false;
  /** The client has connected to another instance, and its session went with it. */
  hasMoved = false;
  #lastTopic: Buffer | undefined;
  #lastParsed: DeviceTopic | undefined;
  #id: string | undefined;

  constructor(
    client: BrokerClient,
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

  /**
   * Its name among all connections of all instances, created when it first sends. A UUID would be kept in a dozen
   * pieces.
   */
  get id(): string {
    this.#id ??= randomBytes(ID_BYTES).toString('base64url');
    return this.#id;
  }

  get pubackOrder(): PubackOrder {
    this.#pubackOrder ??= new PubackOrder();
    return this.#pubackOrder;
  }

  /** The number of messages that are not acknowledged yet. */
  get unacknowledged(): number {
    return this.#pubackOrder?.length ?? 0;
  }

  get resends(): ResendCheck {
    this.#resends ??= new ResendCheck();
    return this.#resends;
  }

  /** Cached: a wearable uses the same topic every second. */
  publishedTo(topic: Buffer): DeviceTopic | undefined {
    if (this.#lastTopic?.equals(topic) !== true) {
      this.#lastTopic = Buffer.from(topic);
      this.#lastParsed = parsePublished(topic.toString());
    }
    return this.#lastParsed;
  }

  /** Its credentials are no longer valid. */
  end(): void {
    this.ended = true;
    this.reader.v5?.disconnect(REASON.administrative, 'the credentials are no longer valid');
    this.client.close();
  }
}
