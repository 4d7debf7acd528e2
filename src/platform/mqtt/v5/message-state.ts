import { unmarked } from '../packets/subscribe-packets.ts';
import { type ResponseRequest, requestNumber } from './response-request.ts';

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

/** Of the messages to a client. */
export class OutgoingState {
  /** Topics with an alias. */
  readonly aliases = new Map<string, number>();
  /** Messages with QoS 1 that the client has not acknowledged. */
  inFlight = 0;
  /** Messages beyond the client's Receive Maximum, and their size. */
  readonly queue: OutgoingMessage[] = [];
  queuedBytes = 0;
}

/** Of the messages from a client. */
export class IncomingState {
  /** The client's topics by alias, from 1. */
  readonly aliases: (Buffer | undefined)[] = [];
  /** Messages with QoS 2 between PUBLISH and PUBCOMP. */
  unreleased: Set<number> | undefined;
  /** Where messages on their way through Aedes want their replies. */
  #requests: Map<number, ResponseRequest> | undefined;
  #nextRequest = 1;

  /** Returns the number by which `requestOf` finds the request. */
  remember(request: ResponseRequest): number {
    const number = this.#nextRequest++;
    this.#requests = (this.#requests ?? new Map()).set(number, request);
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
}
