import type { Duplex } from 'node:stream';
import type { Log } from '../../log.ts';
import type { SmallSet } from '../../small-set.ts';
import { SECOND_MS } from '../../time.ts';
import { SESSION_KEPT_MS } from '../limits.ts';
import { writeThrough } from '../stream-internals.ts';
import type { ConnectRequest } from './connect-packet.ts';
import { IncomingState, OutgoingState } from './message-state.ts';
import type { Reason } from './reasons.ts';
import { SubscriptionState } from './subscription-state.ts';

export interface Version5Deps {
  readonly now: () => number;
  readonly log: Log;
  /** Whether messages of the topic carry a Message Expiry Interval: alerts do. */
  readonly expires: (topic: string) => boolean;
}

/** What CONNACK says besides the limits; dropped once it is sent. */
export interface Greeting {
  readonly cleanStart: boolean;
  readonly assignedClientId: string | undefined;
  /** Where it differs from what the client asked for. */
  readonly keepAlive: number | undefined;
  sessionPresent: boolean;
  /** Why the client is refused. */
  refusal: string | undefined;
}

const LONGEST_SESSION_S = SESSION_KEPT_MS / SECOND_MS;
const MAX_OUTBOUND_ALIASES = 16;

/**
 * What the broker knows of a connection that speaks MQTT 5. Tens of thousands of idle wearables have one each: for them it
 * is a few numbers, and the rest is created when it is first used.
 */
export abstract class State5 {
  readonly stream: Duplex;
  readonly deps: Version5Deps;
  /** In seconds, as granted; DISCONNECT may change it. */
  sessionExpiry: number;
  readonly willDelay: number;
  readonly receiveMaximum: number;
  readonly maximumPacketSize: number;
  readonly aliasMaximum: number;
  readonly wantsReasons: boolean;
  /** Undefined once CONNACK has accepted the client. */
  greeting: Greeting | undefined;
  isClosing = false;
  /** The session is older than the connection. */
  isResumed = false;
  /** The connection's granted filters. */
  filters: SmallSet<string> | undefined;
  /** A packet that Aedes has begun to write. */
  pieces: Buffer[] | undefined;
  incoming: IncomingState | undefined;
  outgoing: OutgoingState | undefined;
  subscriptions: SubscriptionState | undefined;

  constructor(stream: Duplex, deps: Version5Deps, request: ConnectRequest, greeting: Greeting) {
    this.stream = stream;
    this.deps = deps;
    this.sessionExpiry = Math.min(request.sessionExpiry, LONGEST_SESSION_S);
    this.willDelay = request.will?.delaySeconds ?? 0;
    this.receiveMaximum = request.receiveMaximum;
    this.maximumPacketSize = request.maximumPacketSize;
    this.aliasMaximum = Math.min(request.topicAliasMaximum, MAX_OUTBOUND_ALIASES);
    this.wantsReasons = request.wantsReasons;
    this.greeting = greeting;
  }

  /** CONNACK accepted the client: from now on DISCONNECT says why the connection closes. */
  get isAccepted(): boolean {
    return this.greeting === undefined;
  }

  /** Sends bytes of version 5. */
  send(bytes: Buffer): boolean {
    return this.isClosing || writeThrough(this.stream, bytes);
  }

  /** Says why, then closes. Does nothing if the connection is closing already. */
  abstract disconnect(reason: Reason, text: string): void;

  /** Sends the last bytes, then closes. */
  abstract endWith(bytes: Buffer): void;

  /** Changes the session's expiry, to at most what sessions live. */
  expireSessionAfter(seconds: number): void {
    this.sessionExpiry = Math.min(seconds, LONGEST_SESSION_S);
  }

  usedIncoming(): IncomingState {
    this.incoming ??= new IncomingState();
    return this.incoming;
  }

  usedOutgoing(): OutgoingState {
    this.outgoing ??= new OutgoingState();
    return this.outgoing;
  }

  usedSubscriptions(): SubscriptionState {
    this.subscriptions ??= new SubscriptionState();
    return this.subscriptions;
  }
}
