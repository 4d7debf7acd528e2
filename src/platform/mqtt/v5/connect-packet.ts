import { Fields } from './fields.ts';
import { IN, PROPERTY, type PropertyReader } from './properties.ts';
import { ClosedFor, malformed, protocolError, REASON } from './reasons.ts';

/** What a client asks for in a version 5 CONNECT. */
export interface ConnectRequest {
  readonly cleanStart: boolean;
  readonly keepAlive: number;
  /** Empty: the server assigns one. */
  readonly clientId: string;
  readonly will: WillRequest | undefined;
  readonly userName: Buffer | undefined;
  readonly password: Buffer | undefined;
  /** In seconds. */
  readonly sessionExpiry: number;
  readonly receiveMaximum: number;
  /** In bytes. */
  readonly maximumPacketSize: number;
  readonly topicAliasMaximum: number;
  readonly wantsReasons: boolean;
}

export interface WillRequest {
  readonly topic: Buffer;
  readonly payload: Buffer;
  /** The QoS and RETAIN bits of the CONNECT flags. */
  readonly flags: number;
  readonly delaySeconds: number;
}

const LEVEL = 5;
const LEVEL_AT = 6;
const NAME = Buffer.from([0, 4, ...Buffer.from('MQTT')]);

/** Whether the contents of a CONNECT announce version 5; everything after the level differs from 3.1.1. */
export const isVersion5 = (contents: Buffer): boolean =>
  contents[LEVEL_AT] === LEVEL && contents.subarray(0, NAME.length).equals(NAME);

const RESERVED = 0x01;
const CLEAN_START = 0x02;
const WILL = 0x04;
const WILL_QOS = 0x18;
const WILL_RETAIN = 0x20;
const PASSWORD = 0x40;
const USER_NAME = 0x80;
const MAX_RECEIVE = 65_535;
/** V8 keeps it in the object itself; no packet is as large. */
const NO_LIMIT = 0x7fff_ffff;

/** Throws ClosedFor. */
export function readConnect(contents: Buffer, properties: PropertyReader): ConnectRequest {
  const fields = new Fields(contents);
  fields.at = LEVEL_AT + 1;
  const flags = fields.byte('flags');
  checkFlags(flags);
  const keepAlive = fields.u16('keep-alive');
  fields.properties(properties, IN.connect);
  const asked = {
    sessionExpiry: properties.number(PROPERTY.sessionExpiry) ?? 0,
    receiveMaximum: properties.number(PROPERTY.receiveMaximum) ?? MAX_RECEIVE,
    maximumPacketSize: properties.number(PROPERTY.maximumPacketSize) ?? NO_LIMIT,
    topicAliasMaximum: properties.number(PROPERTY.topicAliasMaximum) ?? 0,
    wantsReasons: properties.number(PROPERTY.requestProblemInformation) !== 0,
  };
  const hasMethod = properties.has(PROPERTY.authenticationMethod);
  if (!hasMethod && properties.has(PROPERTY.authenticationData))
    throw protocolError('Authentication Data without a method');
  const clientId = fields.text('client id');
  const will = (flags & WILL) === 0 ? undefined : readWill(fields, flags, properties);
  const userName = (flags & USER_NAME) === 0 ? undefined : Buffer.from(fields.text('user name'));
  const password = (flags & PASSWORD) === 0 ? undefined : fields.binary('password');
  fields.finish();
  if (hasMethod) throw new ClosedFor(REASON.authenticationMethod, 'no authentication methods are supported');
  return { ...asked, cleanStart: (flags & CLEAN_START) !== 0, keepAlive, clientId, will, userName, password };
}

function checkFlags(flags: number): void {
  if ((flags & RESERVED) !== 0) throw malformed('the reserved flag');
  if ((flags & WILL) === 0 && (flags & (WILL_QOS | WILL_RETAIN)) !== 0)
    throw malformed('Will QoS or Will Retain without Will');
  if ((flags & WILL_QOS) === WILL_QOS) throw malformed('Will QoS 3');
}

function readWill(fields: Fields, flags: number, properties: PropertyReader): WillRequest {
  fields.properties(properties, IN.will);
  checkResponseTopic(properties);
  const delaySeconds = properties.number(PROPERTY.willDelay) ?? 0;
  const topic = Buffer.from(fields.text('Will topic'));
  checkTopicName(topic);
  return {
    topic,
    payload: fields.binary('Will payload'),
    flags: flags & (WILL_QOS | WILL_RETAIN),
    delaySeconds,
  };
}

/** As the broker limits it for every version; deeper topics name nothing here. */
const MAX_LEVELS = 8;

export const isTooDeep = (topic: string): boolean => topic.split('/', MAX_LEVELS + 1).length > MAX_LEVELS;

/**
 * [MQTT-4.7.3-1], [MQTT-3.3.2-2]: what does not have the form of a topic name is malformed. 0x90 is for a name that has
 * it and is not accepted (3.14.2.1).
 */
export function checkTopicName(topic: Buffer): void {
  const name = topic.toString('utf8');
  if (name === '') throw malformed('an empty topic');
  if (/[+#]/.test(name)) throw malformed('wildcards in a topic name');
  if (isTooDeep(name)) throw new ClosedFor(REASON.topicInvalid, 'a topic with too many levels');
}

/** [MQTT-3.3.2-14]. */
export function checkResponseTopic(properties: PropertyReader): void {
  const topic = properties.text(PROPERTY.responseTopic);
  if (topic === '' || (topic !== undefined && /[+#]/.test(topic)))
    throw protocolError('a Response Topic that is no topic name');
}

/** The CONNECT of MQTT 3.1.1 for Aedes. */
export function connectForAedes(
  { keepAlive, will, userName, password }: ConnectRequest,
  { clientId, clean }: { readonly clientId: string; readonly clean: boolean },
): Buffer {
  // 3.1.1 has no password without a user name, and no credentials of this service have none.
  const secret = userName === undefined ? undefined : password;
  const flags =
    (clean ? CLEAN_START : 0) |
    (will === undefined ? 0 : WILL | will.flags) |
    (userName === undefined ? 0 : USER_NAME) |
    (secret === undefined ? 0 : PASSWORD);
  const fields = [Buffer.from(clientId), will?.topic, will?.payload, userName, secret];
  const parts: Buffer[] = [NAME, Buffer.from([LEVEL - 1, flags, keepAlive >> 8, keepAlive & 0xff])];
  for (const field of fields) {
    if (field !== undefined) parts.push(Buffer.from([field.length >> 8, field.length & 0xff]), field);
  }
  return Buffer.concat(parts);
}
