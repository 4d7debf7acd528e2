import { canonicalMac } from '../mac.ts';

/** docs/mqtt.md, "Topics": the topics of a device. */
const DEVICE_TOPICS = ['readings', 'backlog', 'answers', 'assessments', 'presence', 'updates'] as const;
export type DeviceTopicName = (typeof DEVICE_TOPICS)[number];
/** The topics that a client may publish to; only the broker publishes to the others. */
const INBOUND = ['readings', 'backlog', 'answers'] as const satisfies readonly DeviceTopicName[];
export type PublishTopic = (typeof INBOUND)[number];

export interface DeviceTopic {
  /** In canonical form, however it was spelled. */
  readonly macAddress: string;
  readonly channel: PublishTopic;
}

/** A subscription to topics of one device. */
export interface DeviceFilter {
  readonly macAddress: string;
  /** With the MAC in canonical form. */
  readonly topic: string;
}

const DEVICES = 'devices';
/** `devices/<MAC>/+` and `devices/<MAC>/#` are limited to one device; no other wildcard is. */
const WITHIN_A_DEVICE: readonly string[] = [...DEVICE_TOPICS, '+', '#'];

export const deviceTopic = (macAddress: string, channel: DeviceTopicName): string =>
  `${DEVICES}/${macAddress}/${channel}`;

/** Undefined for a topic that no client may publish to. */
export function parsePublished(topic: string): DeviceTopic | undefined {
  const [root, mac = '', leaf, ...rest] = topic.split('/');
  const channel = INBOUND.find((inbound) => inbound === leaf);
  if (root !== DEVICES || rest.length > 0 || channel === undefined) return undefined;
  const macAddress = canonicalMac(mac);
  return macAddress === undefined ? undefined : { macAddress, channel };
}

/** Undefined for a filter that names no topic of a device. */
export function parseDeviceFilter(filter: string): DeviceFilter | undefined {
  const [root, mac = '', leaf = '', ...rest] = filter.split('/');
  if (root !== DEVICES || rest.length > 0 || !WITHIN_A_DEVICE.includes(leaf)) return undefined;
  const macAddress = canonicalMac(mac);
  return macAddress === undefined ? undefined : { macAddress, topic: `${DEVICES}/${macAddress}/${leaf}` };
}

/** MQTT 5: a topic below a device's, on which a client may want replies (Response Topic). */
export function parseResponseFilter(filter: string): DeviceFilter | undefined {
  const [root, mac = '', ...rest] = filter.split('/');
  const leaf = rest.join('/');
  if (root !== DEVICES || leaf === '' || /[+#]/.test(leaf)) return undefined;
  const macAddress = canonicalMac(mac);
  // The reply has the topic as the client spelled it.
  return macAddress === undefined ? undefined : { macAddress, topic: filter };
}

const MAC_AT = DEVICES.length + 1;
const READINGS = '/readings' satisfies `/${DeviceTopicName}`;
const MAC_LENGTH = 'AA:BB:CC:DD:EE:FF'.length;

/** The device of a topic that the service has built; undefined for another kind of topic. */
export const deviceOfOwnTopic = (topic: string): string | undefined =>
  topic.startsWith(`${DEVICES}/`) ? topic.slice(MAC_AT, MAC_AT + MAC_LENGTH) : undefined;

/** Of a topic of a device. */
export const isReadingsTopic = (topic: string): boolean => topic.endsWith(READINGS);
