/** The protocol version that the clients of the tests speak: 4 is MQTT 3.1.1. */
export type MqttVersion = 4 | 5;

let version: MqttVersion = 4;

export const mqttVersion = (): MqttVersion => version;

/** Call it before the suites of a file are defined: test/mqtt5/ runs those of test/mqtt/ again. */
export function useMqttVersion(used: MqttVersion): void {
  version = used;
}

/** Both versions have one: the first of each pair is of 3.1.1. */
export const inVersion = <T>(old: T, current: T): T => (version === 4 ? old : current);

const REASONS: Readonly<Record<number, number>> = { 0: 0, 1: 0x84, 2: 0x85, 3: 0x97, 4: 0x86, 5: 0x87 };

/** CONNACK's code for a return code of 3.1.1. */
export const connackCode = (returnCode: number): number => inVersion(returnCode, REASONS[returnCode] ?? 0x80);

/** SUBACK's code for a filter that is refused for lack of permission. */
export const NOT_GRANTED = (): number => inVersion(0x80, 0x87);

/** Persistent sessions: 3.1.1 has `clean` only, version 5 an expiry. */
const KEPT_S = 86_400;
export const sessionOf = (options: object): object =>
  'clean' in options && options.clean === false && version === 5
    ? { properties: { sessionExpiryInterval: KEPT_S } }
    : {};
