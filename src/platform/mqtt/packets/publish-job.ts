import { type AppError, Forbidden } from '../../errors.ts';
import { fingerprintOf } from '../../fingerprint.ts';
import type { Connection } from '../connections/connection.ts';
import type { RecordRefusal } from '../connections/refusals.ts';
import { unavailableWaitMs } from '../limits.ts';
import { ClosedFor, REASON } from '../v5/reasons.ts';
import type { ResponseRequest } from '../v5/response-request.ts';
import type { Unacknowledged } from './puback-order.ts';
import type { PubackWriter } from './pubacks.ts';
import { type Published, payloadBytes } from './published.ts';
import type { FindResendable, SentMessage } from './resends.ts';

/** What the messages of all connections share. */
export interface PublishJobDeps {
  readonly recordRefusal: RecordRefusal;
  readonly findResendable: FindResendable;
  readonly pubacks: PubackWriter;
  readonly now: () => number;
  /** The number of messages that are not acknowledged yet. */
  held: number;
  /** The server stops. */
  isDraining: boolean;
}

/** Takes the messages of a topic, and calls one of the job's outcomes once. */
export type Receive = (job: PublishJob, message: Published) => void;

const NOT_ALLOWED = 'not allowed to publish here';
const notAllowed = new Forbidden(NOT_ALLOWED);

/**
 * One object carries a message from its arrival to its acknowledgement. The methods stand in the order of the calls. A
 * reading that waits for the commit must not reference its payload, which is a slice of a whole read of the socket.
 */
export abstract class PublishJob implements SentMessage, Unacknowledged {
  protected readonly deps: PublishJobDeps;
  readonly connection: Connection;
  /** The device or sensor that the topic names. */
  readonly subject: string;
  readonly qos: Published['qos'];
  /** 0 with QoS 0 ([MQTT-2.3.1-5]). */
  protected readonly messageId: number;
  /** Of MQTT 5: where the sender wants the reply. */
  readonly request: ResponseRequest | undefined;
  readonly #receive: Receive;
  isSettled = false;
  #error: ClosedFor | undefined;
  #refusal: AppError | undefined;

  constructor(
    deps: PublishJobDeps,
    connection: Connection,
    subject: string,
    receive: Receive,
    { qos, request }: Published,
    messageId: number,
  ) {
    this.deps = deps;
    this.connection = connection;
    this.subject = subject;
    this.#receive = receive;
    this.qos = qos;
    this.request = request;
    this.messageId = messageId;
    deps.held += 1;
    connection.pubackOrder.add(this);
  }

  protected abstract get topic(): string;

  /** A message of a device, which may be resent. */
  deliver(message: Published, isReading: boolean): void {
    const { resends, client, connectedAt } = this.connection;
    // QoS 0 messages are never resent, nor is a will, which comes after the connection.
    if (resends.isSkipped || this.qos === 0 || client.closed) return this.receive(message);
    const { payload, qos, dup, request } = message;
    const fingerprint = isReading ? fingerprintOf(this.subject, payloadBytes(payload)) : undefined;
    // Spreading the message would add a seventh to the CPU of a reading.
    const marked = { payload, qos, dup, fingerprint, request };
    resends.deliver(this, marked, this.deps.now() - connectedAt);
  }

  get isClosed(): boolean {
    return this.connection.client.closed;
  }

  findResendable(found: Parameters<FindResendable>[1]): void {
    this.deps.findResendable(this.subject, found);
  }

  receive(message: Published): void {
    this.#receive(this, message);
  }

  /** It is acknowledged. `isNew`: it is stored, and does not repeat an earlier one. */
  taken(isNew?: boolean): void {
    this.#settle();
    this.connection.resends.settled(this, true, isNew);
  }

  /** It is acknowledged, in MQTT 5 with the reason why it is not stored: sending it again is of no use. */
  refused(refusal: AppError): void {
    this.#settle(undefined, refusal);
    this.connection.resends.settled(this, true);
  }

  /** It is not acknowledged, and the connection closes, so that the device sends it again. */
  unavailable(): void {
    const close = () => this.#settle(new ClosedFor(REASON.busy, 'messages cannot be stored now'));
    if (this.deps.isDraining) close();
    else setTimeout(close, unavailableWaitMs()).unref();
    this.connection.resends.settled(this, false);
  }

  /** MQTT 5 can say so, unless the message has QoS 0; otherwise the connection is closed. */
  forbidden(): void {
    this.deps.recordRefusal(this.connection, `publish to ${JSON.stringify(this.topic.slice(0, 80))}`);
    if (this.qos > 0 && this.connection.reader.v5 !== undefined) this.#settle(undefined, notAllowed);
    else this.#settle(new ClosedFor(REASON.notAuthorized, NOT_ALLOWED));
    this.connection.resends.settled(this, false);
  }

  #settle(error?: ClosedFor, refusal?: AppError): void {
    this.#error = error;
    this.#refusal = refusal;
    this.isSettled = true;
    this.connection.pubackOrder.finishSettled();
  }

  /** All messages before it are finished. */
  finish(): void {
    const { client, reader } = this.connection;
    this.deps.held -= 1;
    if (client.closed) return;
    if (this.#error === undefined) this.#acknowledge();
    else this.#close(this.#error);
    reader.resume();
  }

  #acknowledge(): void {
    const { v5 } = this.connection.reader;
    const refusal = v5 === undefined || this.qos === 0 ? undefined : this.#refusal;
    if (refusal !== undefined) {
      this.deps.pubacks.flush(this.connection);
      v5?.refuse(this.qos, this.messageId, refusal);
    }
    this.acknowledge(refusal !== undefined);
  }

  #close(error: ClosedFor): void {
    this.connection.reader.v5?.disconnect(error.reason, error.message);
    this.close(error);
  }

  /** `hasReply`: MQTT 5 has sent a reason. */
  protected abstract acknowledge(hasReply: boolean): void;
  protected abstract close(error: Error): void;
}
