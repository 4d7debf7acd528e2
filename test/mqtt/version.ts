/** The protocol version that the clients of the tests speak: 4 is MQTT 3.1.1. */
export type MqttVersion = 4 | 5;

/** CI runs the suites of 3.1.1 again with `TEST_MQTT_VERSION=5`. */
const version: MqttVersion = process.env.TEST_MQTT_VERSION === '5' ? 5 : 4;

export const mqttVersion = (): MqttVersion => version;

/** Both versions have one: the first of each pair is of 3.1.1. */
export const inVersion = <T>(old: T, current: T): T => (version === 4 ? old : current);

const REASONS: Readonly<Record<number, number>> = { 0: 0, 1: 0x84, 2: 0x85, 3: 0x97, 4: 0x86, 5: 0x87 };

/** CONNACK's code for a return code of 3.1.1. */
export const connackCode = (returnCode: number): number => inVersion(returnCode, REASONS[returnCode] ?? 0x80);

/** SUBACK's code for a refused filter: 3.1.1 has one, version 5 names the reason. */
export const subackCode = (reason: number): number => inVersion(0x80, reason);

/** Persistent sessions: 3.1.1 has `clean` only, version 5 an expiry. */
const KEPT_S = 86_400;
export const sessionOf = (options: object): object =>
  'clean' in options && options.clean === false && version === 5
    ? { properties: { sessionExpiryInterval: KEPT_S } }
    : {};
