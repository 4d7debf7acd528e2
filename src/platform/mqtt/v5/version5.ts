import type { Duplex } from 'node:stream';
import type { AppError } from '../../errors.ts';
import { endAfterFlush, interceptOutgoing } from '../stream-internals.ts';
import type { ConnectRequest } from './connect-packet.ts';
import { fromAedes, sendMessage } from './outbound.ts';
import { REASON, type Reason } from './reasons.ts';
import { connackFor, disconnectFor, refusedPublish } from './reply-packets.ts';
import type { ResponseRequest } from './response-request.ts';
import { type Greeting, State5, type Version5Deps } from './state5.ts';

/**
 * A connection that speaks MQTT 5: version 5 outside, 3.1.1 towards Aedes. The packet reader gives it the client's
 * packets, and it intercepts what Aedes writes.
 */
export class Version5 extends State5 {
  constructor(stream: Duplex, deps: Version5Deps, request: ConnectRequest, greeting: Greeting) {
    super(stream, deps, request, greeting);
    interceptOutgoing(stream, this);
  }

  /** A piece of a packet that Aedes writes. */
  written(piece: Buffer): boolean {
    return this.isClosing || fromAedes(this, piece);
  }

  /** Says why, then closes. Does nothing if the connection is closing already. */
  override disconnect(reason: Reason, text: string): void {
    if (this.isClosing || this.stream.destroyed) return;
    const bytes = this.isAccepted ? disconnectFor(this, reason, text) : undefined;
    this.#end(bytes, reason === REASON.shuttingDown);
  }

  /** The client has broken the protocol: replies to CONNECT, or sends why the connection closes. */
  reject(reason: Reason, text: string): void {
    if (this.isAccepted) this.disconnect(reason, text);
    else this.endWith(connackFor(this, reason, text));
  }

  /** Sends the last bytes, then closes. */
  override endWith(bytes: Buffer): void {
    if (!this.isClosing && !this.stream.destroyed) this.#end(bytes, false);
  }

  #end(bytes: Buffer | undefined, isGoingAway: boolean): void {
    this.isClosing = true;
    // [MQTT-3.1.2-24]
    const fits = bytes !== undefined && bytes.length <= this.maximumPacketSize;
    endAfterFlush(this.stream, fits ? bytes : undefined, isGoingAway);
  }

  /** Replies to a PUBLISH that was refused. */
  refuse(qos: 0 | 1 | 2, messageId: number, error: AppError): void {
    if (qos === 0) return;
    this.incoming?.unreleased?.delete(messageId);
    this.send(refusedPublish(this, qos, messageId, error));
  }

  /** Replies to a message on this connection alone, whether it has subscribed or not. */
  respond(request: ResponseRequest, text: string): void {
    const { topic, correlationData, expiresAt } = request;
    const message = { topic: Buffer.from(topic), payload: Buffer.from(text), flags: 0, messageId: 0 };
    sendMessage(this, { ...message, correlationData, expiresAt });
  }
}
