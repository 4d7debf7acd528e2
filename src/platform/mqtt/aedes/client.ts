import type { Client } from 'aedes';
import type { BrokerClient } from '../broker.ts';

/*
 * What the service does with a client of Aedes. Nearly everything relies on internals, which no version number guarantees:
 * test/mqtt/private-apis.test.ts fails when one of them changes.
 */

/**
 * Releases state that Aedes holds for each client and does not need, about a third of its memory: a dozen listeners
 * for the end of the stream, although 'close' is enough, since the client is closed on 'end' and 'error' anyway; and a
 * list of unparsed bytes that is a whole stream. Call it at once, before anything is read.
 */
export function releaseUnusedState(client: Client): void {
  const inner = client as unknown as {
    _eos: () => void;
    readonly _parser: { _list: { readonly constructor: { readonly BufferList: new () => never } } };
  };
  inner._eos();
  inner._eos = nothing;
  client.conn.on('close', () => client.close());
  inner._parser._list = new inner._parser._list.constructor.BufferList();
}

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

/** Aedes disconnects a client that is silent for too long, and does not see the packets that we take before it. */
export function refreshKeepAlive(client: BrokerClient): void {
  (client as unknown as { readonly _keepaliveTimer: NodeJS.Timeout | null })._keepaliveTimer?.refresh();
}

/** Closes the connection as a fault of the client: Aedes does so on this event, and publishes the client's will. */
export function failClient(client: BrokerClient, error: Error): void {
  (client as Client).emit('error', error);
}

/** Call it while Aedes authenticates the client: only then does Aedes read the id again before registering it. */
export function assignClientId(client: BrokerClient, id: string): void {
  client.id = id;
}
