import type { Duplex } from 'node:stream';
import type { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { SmallSet } from '../../small-set.ts';
import { SECOND_MS } from '../../time.ts';
import { SESSION_KEPT_MS } from '../limits.ts';
import { unmarked } from '../packets/subscribe-packets.ts';
import { interceptOutgoing, sayGoodbye, writeThrough } from '../private-apis.ts';
import { connackFor, disconnectFor, refusedPublish } from './answers.ts';
import type { ConnectRequest } from './connect-packet.ts';
import { fromAedes, type OutgoingMessage, sendMessage } from './outbound.ts';
import { REASON, type Reason } from './reasons.ts';
import { type ResponseRequest, requestNumber } from './response-request.ts';
import { matches, type SubscriptionOptions } from './subscription-options.ts';

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

/**
 * A connection that speaks MQTT 5: version 5 outside, 3.1.1 towards Aedes. The packet reader gives it the client's
 * packets, and it intercepts what Aedes writes. A wearable's connection has a few numbers here and nothing else.
 */
export class Version5 {
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
    interceptOutgoing(stream, this);
  }

  /** A piece of a packet that Aedes writes. */
  written(piece: Buffer): boolean {
    return this.isClosing || fromAedes(this, piece);
  }

  /** Sends bytes of version 5. */
  send(bytes: Buffer): boolean {
    return this.isClosing || writeThrough(this.stream, bytes);
  }

  /** Changes the session's expiry, to at most what sessions live. */
  expireSessionAfter(seconds: number): void {
    this.sessionExpiry = Math.min(seconds, LONGEST_SESSION_S);
  }

  /** Says why, then closes. Does nothing if the connection is closing already. */
  disconnect(reason: Reason, text: string): void {
    if (this.isClosing || this.stream.destroyed) return;
    const bytes = this.isAccepted ? disconnectFor(this, reason, text) : undefined;
    this.#end(bytes, reason === REASON.shuttingDown);
  }

  /** The client has broken the protocol: answers CONNECT, or says why the connection closes. */
  reject(reason: Reason, text: string): void {
    if (this.isAccepted) this.disconnect(reason, text);
    else this.endWith(connackFor(this, reason, text));
  }

  /** Sends the last bytes, then closes. */
  endWith(bytes: Buffer): void {
    if (!this.isClosing && !this.stream.destroyed) this.#end(bytes, false);
  }

  #end(bytes: Buffer | undefined, isGoingAway: boolean): void {
    this.isClosing = true;
    sayGoodbye(this.stream, bytes, isGoingAway);
  }

  /** Answers a PUBLISH that was refused. */
  refuse(qos: 0 | 1 | 2, messageId: number, error: AppError): void {
    if (qos === 0) return;
    this.unreleased?.delete(messageId);
    this.send(refusedPublish(this, qos, messageId, error));
  }

  /** Answers a message on this connection alone, whether it has subscribed or not. */
  respond(request: ResponseRequest, text: string): void {
    const { topic, correlationData, expiresAt } = request;
    const message = { topic: Buffer.from(topic), payload: Buffer.from(text), flags: 0, messageId: 0 };
    sendMessage(this, { ...message, correlationData, expiresAt });
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
