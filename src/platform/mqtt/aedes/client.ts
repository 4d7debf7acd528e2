import type { EventEmitter } from 'node:events';
import type { Client } from 'aedes';
import { SmallSet } from '../../small-set.ts';
import type { BrokerClient } from '../broker.ts';

/*
 * What the service does with a client of Aedes. Nearly everything relies on internals, which no version number guarantees:
 * test/mqtt/private-apis.test.ts fails when one of them changes.
 */

interface Inner {
  _eos: () => void;
  _connectTimer: NodeJS.Timeout | null;
  _inboundInflight: object;
  duplicates: object;
  readonly _parser: EventEmitter & {
    _list: { readonly constructor: { readonly BufferList: new () => never } };
  };
}

/**
 * Releases state that Aedes holds for each client and does not need, about a third of its memory: a dozen listeners
 * for the end of the stream, although 'close' is enough, since the client is closed on 'end' and 'error' anyway; bound
 * functions, for which one function serves all clients; a timer for CONNECT, for which connections/silence.ts has one
 * for all; and a list of unparsed bytes that is a whole stream. Call it at once, before anything is read, and close the
 * client with its stream.
 */
export function releaseUnusedState(client: Client): void {
  const inner = client as unknown as Inner;
  const { conn } = client;
  inner._eos();
  inner._eos = nothing;
  if (inner._connectTimer !== null) clearTimeout(inner._connectTimer);
  inner._connectTimer = null;
  replaceLast(conn, 'error', failOf);
  replaceLast(conn, 'end', closeOf);
  replaceLast(inner._parser, 'error', failOf);
  inner._parser._list = new inner._parser._list.constructor.BufferList();
  inner._inboundInflight = new SmallSet<number>();
  inner.duplicates = new Duplicates();
}

/** Of streams and parsers. */
interface OfClient {
  readonly client: Client;
}

function failOf(this: OfClient, error: Error): void {
  this.client.emit('error', error);
}

function closeOf(this: OfClient): void {
  this.client.close();
}

function replaceLast(emitter: EventEmitter, event: string, listener: (...values: never[]) => void): void {
  const last = emitter.rawListeners(event).at(-1);
  if (last !== undefined) emitter.off(event, last as () => void);
  emitter.on(event, listener as () => void);
}

/** By the ids of brokers, of which there is one: as an object without a prototype, it would be a hash table. */
class Duplicates {}
Object.setPrototypeOf(Duplicates.prototype, null);
Reflect.deleteProperty(Duplicates.prototype, 'constructor');

const nothing = (): void => {};

/**
 * The only property of the CONNECT packet that Aedes' parser reads later; the same for MQTT 3.1, which differs in
 * CONNECT only.
 */
const PARSED_AS = Object.freeze({ protocolVersion: 4 });

/** The parser keeps the CONNECT packet, and with it the password and a whole read of the socket. */
export function forgetConnectPacket(client: BrokerClient): void {
  (client as unknown as { readonly _parser: { settings: object } })._parser.settings = PARSED_AS;
}

/** Closes the connection as a fault of the client: Aedes does so on this event, and publishes the client's will. */
export function failClient(client: BrokerClient, error: Error): void {
  (client as Client).emit('error', error);
}

/** Call it while Aedes authenticates the client: only then does Aedes read the id again before registering it. */
export function assignClientId(client: BrokerClient, id: string): void {
  client.id = id;
}
