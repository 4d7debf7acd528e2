import { canonicalMac } from '../../mac.ts';
import { SECOND_MS } from '../../time.ts';
import { MARK } from '../packets/subscribe-packets.ts';
import { PROPERTY, type PropertyReader } from './properties.ts';

/** Where the sender of a message wants its reply. */
export interface ResponseRequest {
  readonly topic: string;
  readonly correlationData: Buffer | undefined;
  /** The request's Message Expiry: a later reply is of no use. */
  readonly expiresAt: number | undefined;
}

/** Undefined without a Response Topic. */
export function responseRequest(properties: PropertyReader, now: () => number): ResponseRequest | undefined {
  const topic = properties.text(PROPERTY.responseTopic);
  if (topic === undefined) return undefined;
  const expiry = properties.number(PROPERTY.messageExpiry);
  return {
    topic,
    correlationData: properties.data(PROPERTY.correlationData),
    expiresAt: expiry === undefined ? undefined : now() + expiry * SECOND_MS,
  };
}

/** Replies go below the topics of the device that the message is about, and nowhere else. */
export function isForDevice({ topic }: ResponseRequest, macAddress: string): boolean {
  const [root, mac = '', leaf = ''] = topic.split('/');
  return root === 'devices' && leaf !== '' && canonicalMac(mac) === macAddress;
}

/** Carries the number of a request through Aedes, which knows no properties. */
export const markedTopic = (topic: Buffer, request: number): Buffer =>
  Buffer.concat([Buffer.from(`${MARK}${request}${MARK}`), topic]);

/** The number of the request; undefined for a topic without one. */
export const requestNumber = (topic: string): number | undefined =>
  topic.startsWith(MARK) ? Number(topic.slice(1, topic.indexOf(MARK, 1))) : undefined;
