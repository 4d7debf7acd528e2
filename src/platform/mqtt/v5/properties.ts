import { isUtf8 } from 'node:buffer';
import { ClosedFor, malformed, protocolError, REASON } from './reasons.ts';

/** Where a client may send properties; each is a bit. */
export const IN = {
  connect: 1,
  will: 2,
  publish: 4,
  subscribe: 8,
  unsubscribe: 16,
  acknowledgement: 32,
  disconnect: 64,
  auth: 128,
} as const;

export type Place = (typeof IN)[keyof typeof IN];

/** MQTT 5, 2.2.2.2. */
export const PROPERTY = {
  payloadFormat: 0x01,
  messageExpiry: 0x02,
  contentType: 0x03,
  responseTopic: 0x08,
  correlationData: 0x09,
  subscriptionId: 0x0b,
  sessionExpiry: 0x11,
  assignedClientId: 0x12,
  serverKeepAlive: 0x13,
  authenticationMethod: 0x15,
  authenticationData: 0x16,
  requestProblemInformation: 0x17,
  willDelay: 0x18,
  requestResponseInformation: 0x19,
  serverReference: 0x1c,
  reasonString: 0x1f,
  receiveMaximum: 0x21,
  topicAliasMaximum: 0x22,
  topicAlias: 0x23,
  userProperty: 0x26,
  maximumPacketSize: 0x27,
  sharedSubscriptionAvailable: 0x2a,
} as const;

type Type = 'flag' | 'u16' | 'u32' | 'varint' | 'text' | 'binary' | 'pair';

interface Rule {
  readonly type: Type;
  readonly places: number;
  /** Zero is not allowed; the reason that it closes with. */
  readonly zero?: ClosedFor;
  readonly isRepeatable?: boolean;
}

const { publish, will, connect, subscribe, acknowledgement, disconnect, auth } = IN;
const message = publish | will;
const zero = (what: string): ClosedFor => protocolError(`${what} 0`);

/** The properties that a client may send; every other identifier is malformed ([MQTT-2.2.2-2]). */
const RULES: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [PROPERTY.payloadFormat, { type: 'flag', places: message }],
  [PROPERTY.messageExpiry, { type: 'u32', places: message }],
  [PROPERTY.contentType, { type: 'text', places: message }],
  [PROPERTY.responseTopic, { type: 'text', places: message }],
  [PROPERTY.correlationData, { type: 'binary', places: message }],
  [
    PROPERTY.subscriptionId,
    { type: 'varint', places: subscribe | publish, zero: zero('Subscription Identifier') },
  ],
  [PROPERTY.sessionExpiry, { type: 'u32', places: connect | disconnect }],
  [PROPERTY.authenticationMethod, { type: 'text', places: connect | auth }],
  [PROPERTY.authenticationData, { type: 'binary', places: connect | auth }],
  [PROPERTY.requestProblemInformation, { type: 'flag', places: connect }],
  [PROPERTY.willDelay, { type: 'u32', places: will }],
  [PROPERTY.requestResponseInformation, { type: 'flag', places: connect }],
  [PROPERTY.serverReference, { type: 'text', places: disconnect }],
  [PROPERTY.reasonString, { type: 'text', places: acknowledgement | disconnect | auth }],
  [PROPERTY.receiveMaximum, { type: 'u16', places: connect, zero: zero('Receive Maximum') }],
  [PROPERTY.topicAliasMaximum, { type: 'u16', places: connect }],
  [
    PROPERTY.topicAlias,
    { type: 'u16', places: publish, zero: new ClosedFor(REASON.aliasInvalid, 'Topic Alias 0') },
  ],
  [PROPERTY.userProperty, { type: 'pair', places: 255, isRepeatable: true }],
  [PROPERTY.maximumPacketSize, { type: 'u32', places: connect, zero: zero('Maximum Packet Size') }],
]);

const MAX_ID = 0x2a;

/**
 * Reads the properties of one packet after another, without allocating: a wearable may send some with every reading.
 * The values belong to the last packet that was read.
 */
export class PropertyReader {
  #bytes: Buffer = Buffer.alloc(0);
  /** Numbers, and where texts and data start. */
  readonly #values = new Float64Array(MAX_ID + 1);
  readonly #ends = new Float64Array(MAX_ID + 1);
  readonly #isPresent = new Uint8Array(MAX_ID + 1);
  #at = 0;
  #end = 0;

  /** Reads the properties whose length is at `at`, and returns where they end. Throws ClosedFor. */
  read(place: Place, bytes: Buffer, at: number, packetEnd: number): number {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = packetEnd;
    this.#isPresent.fill(0);
    const length = this.#varint('property length');
    if (this.#at + length > packetEnd) throw malformed('properties longer than the packet');
    this.#end = this.#at + length;
    while (this.#at < this.#end) this.#one(place);
    return this.#end;
  }

  has(id: number): boolean {
    return this.#isPresent[id] === 1;
  }

  /** Undefined without the property. */
  number(id: number): number | undefined {
    return this.has(id) ? this.#values[id] : undefined;
  }

  text(id: number): string | undefined {
    return this.has(id) ? this.#bytes.toString('utf8', this.#values[id], this.#ends[id]) : undefined;
  }

  /** A copy: the bytes are a whole read of the socket. */
  data(id: number): Buffer | undefined {
    return this.has(id) ? Buffer.from(this.#bytes.subarray(this.#values[id], this.#ends[id])) : undefined;
  }

  #one(place: Place): void {
    const id = this.#varint('property identifier');
    const rule = RULES.get(id);
    if (rule === undefined || (rule.places & place) === 0) throw malformed(`property ${id} in this packet`);
    if (this.has(id) && rule.isRepeatable !== true) throw protocolError(`property ${id} twice`);
    const value = this.#value(rule.type, id);
    if (rule.zero !== undefined && value === 0) throw rule.zero;
    if (rule.type === 'flag' && value > 1) throw protocolError(`property ${id} is neither 0 nor 1`);
    this.#isPresent[id] = 1;
    this.#values[id] = value;
  }

  #value(type: Type, id: number): number {
    switch (type) {
      case 'flag':
        return this.#number(1);
      case 'u16':
        return this.#number(2);
      case 'u32':
        return this.#number(4);
      case 'varint':
        return this.#varint('a number');
      case 'binary':
        return this.#binary(id);
      case 'text':
        return this.#text(id);
      case 'pair':
        this.#text(id);
        return this.#text(id);
    }
  }

  #number(size: number): number {
    const at = this.#at;
    this.#at += size;
    if (this.#at > this.#end) throw malformed('a property cut short');
    return this.#bytes.readUIntBE(at, size);
  }

  #binary(id: number): number {
    const length = this.#number(2);
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#end) throw malformed('a property cut short');
    this.#ends[id] = this.#at;
    return start;
  }

  #text(id: number): number {
    const start = this.#binary(id);
    checkText(this.#bytes.subarray(start, this.#at));
    return start;
  }

  #varint(what: string): number {
    const { value, end } = varintAt(this.#bytes, this.#at, this.#end, what);
    this.#at = end;
    return value;
  }
}

/** [MQTT-1.5.4-1], [MQTT-1.5.4-2]: well-formed UTF-8 without U+0000. */
export function checkText(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw malformed('text that is no UTF-8');
  if (bytes.includes(0)) throw malformed('U+0000 in a text');
}

const MAX_VARINT_BYTES = 4;
const found = { value: 0, end: 0 };

/** [MQTT-1.5.5-1]: at most four bytes, and no more than the number needs. The result is valid until the next call. */
export function varintAt(bytes: Buffer, at: number, end: number, what: string): Readonly<typeof found> {
  let value = 0;
  for (let i = 0; i < MAX_VARINT_BYTES && at + i < end; i++) {
    const byte = bytes[at + i] ?? 0;
    value += (byte & 0x7f) * 128 ** i;
    if ((byte & 0x80) !== 0) continue;
    if (i > 0 && byte === 0) throw malformed(`${what} in more bytes than it needs`);
    found.value = value;
    found.end = at + i + 1;
    return found;
  }
  throw malformed(what);
}
