import { DAY_MS } from '../time.ts';

/** docs/contract.md, "Requests": only the sensor stream accepts a body of this size. */
export const READING_BYTES = 256 * 1024;

/** A packet is a payload, its topic and a few more bytes. */
export const MAX_PACKET_BYTES = READING_BYTES + 1024;

/** Before authentication: room for a token and a will. */
export const MAX_FIRST_PACKET_BYTES = 16 * 1024;

/** From the opening of the connection to CONNECT. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Replaces a keep-alive of 0 or of hours: a connection is closed after one and a half times this without a packet. */
export const MAX_KEEPALIVE_S = 1200;

/** Publishes of one client between arrival and acknowledgement; further ones are read when there is room. */
export const MAX_HELD = 200;

/** QoS 2 messages of one client between PUBLISH and PUBREL. */
export const MAX_QOS2 = 100;

/** See connections/client-ids.ts. Not per account, so that no device or access token can use up what its owner has. */
export const CONNECTIONS_PER_PRINCIPAL = 100;

export const FILTERS_PER_CONNECTION = 100;

/** Subscriptions to devices that are not registered yet, over all connections of an account; it may have ten devices. */
export const UNREGISTERED_PER_ACCOUNT = 100;

/** A client that leaves this much unread is disconnected before it costs more memory. */
export const MAX_UNSENT_BYTES = 512 * 1024;

/** A sender that cannot be paused is disconnected when this much of its data is unread. */
export const MAX_UNREAD_BYTES = 4 * MAX_PACKET_BYTES;

/**
 * Persistent sessions per principal (see connections/client-ids.ts), the queue of each, and how long a session is kept after its client has
 * disconnected.
 */
export const SESSIONS_PER_PRINCIPAL = 20;

export const WAITING_PER_SESSION = 100;

export const SESSION_KEPT_MS = DAY_MS;

export const MAX_CLIENT_ID_LENGTH = 128;

export const MAX_USER_NAME_LENGTH = 254;

const UNAVAILABLE_WAIT_MS = 1_000;

/**
 * Gives a database time to come back, and delays a device that would otherwise reconnect at once; random, so that
 * devices do not return all together.
 */
export const unavailableWaitMs = (): number => UNAVAILABLE_WAIT_MS * (1 + Math.random());

/** [MQTT-1.5.3-2] forbids NUL, and advises against control characters; U+FFFD replaces invalid UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const UNFIT = /[\u0000-\u001f\u007f-\u009f\ufffd\ufffe\uffff]/;

export const isAcceptable = (text: string, longest: number): boolean =>
  text.length <= longest && !UNFIT.test(text);
