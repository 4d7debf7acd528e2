import type { Duplex } from 'node:stream';
import type { Log } from '../../log.ts';
import type { SmallSet } from '../../small-set.ts';
import { SECOND_MS } from '../../time.ts';
import { SESSION_KEPT_MS } from '../limits.ts';
import { unmarked } from '../packets/subscribe-packets.ts';
import { writeThrough } from '../private-apis.ts';
import type { ConnectRequest } from './connect-packet.ts';
import type { Reason } from './reasons.ts';
import { type ResponseRequest, requestNumber } from './response-request.ts';
import { matches, type SubscriptionOptions } from './subscription-options.ts';

/** A message on its way to the client. */
export interface OutgoingMessage {
  readonly topic: Buffer;
  readonly payload: Buffer;
  /** DUP, QoS and RETAIN. */
  readonly flags: number;
  /** 0 with QoS 0. */
  readonly messageId: number;
  readonly correlationData?: Buffer | undefined;
  readonly expiresAt?: number | undefined;
}

export interface Version5Deps {
  readonly now: () => number;
  readonly log: Log;
  /** Whether messages of the topic carry a Message Expiry Interval: alerts do. */
  readonly expires: (topic: string) => boolean;
}

/** What CONNACK says besides the limits; dropped once it is sent. */
export interface Greeting {
  readonly assignedClientId: string | undefined;
  /** Where it differs from what the client asked for. */
  readonly keepAlive: number | undefined;
  sessionPresent: boolean;
  /** Why the client is refused. */
  refusal: string | undefined;
}

const LONGEST_SESSION_S = SESSION_KEPT_MS / SECOND_MS;
const MAX_OUTBOUND_ALIASES = 16;

/** What the broker knows of a connection that speaks MQTT 5: for a wearable, a few numbers. */
export abstract class State5 {
  readonly stream: Duplex;
  readonly deps: Version5Deps;
  readonly cleanStart: boolean;
  /** In seconds, as granted; DISCONNECT may change it. */
  sessionExpiry: number;
  readonly willDelay: number;
  readonly receiveMaximum: number;
  readonly maximumPacketSize: number;
  readonly aliasMaximum: number;
  readonly wantsReasons: boolean;
  greeting: Greeting | undefined;
  /** CONNACK accepted the client: from now on DISCONNECT says why the connection closes. */
  isAccepted = false;
  isClosing = false;
  /** The session is older than the connection. */
  isResumed = false;
  /** The client's topics by alias, from 1. */
  inboundAliases: (Buffer | undefined)[] | undefined;
  outboundAliases: Map<string, number> | undefined;
  /** Messages with QoS 1 that the client has not acknowledged. */
  inFlight = 0;
  /** Messages beyond the client's Receive Maximum, and their size. */
  queue: OutgoingMessage[] | undefined;
  queuedBytes = 0;
  /** The client's QoS 2 messages between PUBLISH and PUBCOMP. */
  unreleased: Set<number> | undefined;
  /** Where messages on their way through Aedes want their answers. */
  #requests: Map<number, ResponseRequest> | undefined;
  #nextRequest = 1;
  /** Why filters were refused, by SUBSCRIBE and place, until SUBACK. */
  #refusals: Map<number, Map<number, Reason>> | undefined;
  /** The filters of each UNSUBSCRIBE, until UNSUBACK. */
  unsubscribes: Map<number, readonly string[]> | undefined;
  /** Granted filters that have options. */
  #options: Map<string, SubscriptionOptions> | undefined;
  /** Granted filters whose retained message is not wanted. */
  #unwantedRetained: Set<string> | undefined;
  /** The connection's granted filters. */
  filters: SmallSet<string> | undefined;
  /** A packet that Aedes has begun to write. */
  pieces: Buffer[] | undefined;

  constructor(stream: Duplex, deps: Version5Deps, request: ConnectRequest, greeting: Greeting) {
    this.stream = stream;
    this.deps = deps;
    this.cleanStart = request.cleanStart;
    this.sessionExpiry = Math.min(request.sessionExpiry, LONGEST_SESSION_S);
    this.willDelay = request.will?.delaySeconds ?? 0;
    this.receiveMaximum = request.receiveMaximum;
    this.maximumPacketSize = request.maximumPacketSize;
    this.aliasMaximum = Math.min(request.topicAliasMaximum, MAX_OUTBOUND_ALIASES);
    this.wantsReasons = request.wantsReasons;
    this.greeting = greeting;
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

  /** Returns the number by which `requestOf` finds the request. */
  remember(request: ResponseRequest): number {
    const number = this.#nextRequest++;
    this.#requests ??= new Map();
    this.#requests.set(number, request);
    return number;
  }

  /** The request of a message that has passed through Aedes; removes the mark from its topic. */
  requestOf(packet: { topic: string }): ResponseRequest | undefined {
    const number = requestNumber(packet.topic);
    if (number === undefined) return undefined;
    packet.topic = unmarked(packet.topic);
    const request = this.#requests?.get(number);
    this.#requests?.delete(number);
    return request;
  }

  /** The first reason counts. */
  refuseFilter(
    { messageId, place }: { readonly messageId: number; readonly place: number },
    reason: Reason,
  ): void {
    this.#refusals ??= new Map();
    const reasons = this.#refusals.get(messageId) ?? new Map<number, Reason>();
    this.#refusals.set(messageId, reasons);
    if (!reasons.has(place)) reasons.set(place, reason);
  }

  refusalsOf(messageId: number): ReadonlyMap<number, Reason> | undefined {
    const reasons = this.#refusals?.get(messageId);
    this.#refusals?.delete(messageId);
    return reasons;
  }

  /** A filter was granted, or restored with its session. */
  subscribed(filter: string, options: SubscriptionOptions, isWithRetained: boolean): void {
    const hasOptions = options.id !== undefined || options.noLocal;
    if (hasOptions) this.#options = (this.#options ?? new Map()).set(filter, options);
    else this.#options?.delete(filter);
    // The retained message follows its SUBACK, so the newest subscription to a device decides.
    for (const other of this.#unwantedRetained ?? [])
      if (rootOf(other) === rootOf(filter)) this.#unwantedRetained?.delete(other);
    if (!isWithRetained) this.#unwantedRetained = (this.#unwantedRetained ?? new Set()).add(filter);
  }

  unsubscribed(filter: string): void {
    this.#options?.delete(filter);
    this.#unwantedRetained?.delete(filter);
  }

  /** Whether every subscription that matches the topic asks for others' messages only. */
  isLocal(topic: string): boolean {
    const matching = [...(this.filters ?? [])].filter((filter) => matches(filter, topic));
    return matching.every((filter) => this.#options?.get(filter)?.noLocal === true);
  }

  get hasNoLocal(): boolean {
    return this.#options !== undefined && [...this.#options.values()].some(({ noLocal }) => noLocal);
  }

  /** Retain Handling: a message is retained for one new subscription, which may not want it. */
  wantsRetained(topic: string): boolean {
    if (this.#unwantedRetained === undefined) return true;
    for (const filter of this.#unwantedRetained) if (matches(filter, topic)) return false;
    return true;
  }

  subscriptionIdsOf(topic: string): readonly number[] {
    if (this.#options === undefined) return [];
    return [...this.#options].flatMap(([filter, { id }]) =>
      id !== undefined && matches(filter, topic) ? [id] : [],
    );
  }
}

/** The device of a filter, or the account. */
const rootOf = (filter: string): string => filter.split('/', 2).join('/');
