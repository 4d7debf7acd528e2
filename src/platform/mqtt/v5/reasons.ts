import type { AppError } from '../../errors.ts';

/** MQTT 5, 2.4: reason codes that the broker sends or understands. */
export const REASON = {
  success: 0x00,
  disconnectWithWill: 0x04,
  noSubscription: 0x11,
  unspecified: 0x80,
  malformed: 0x81,
  protocolError: 0x82,
  implementation: 0x83,
  unsupportedVersion: 0x84,
  clientId: 0x85,
  credentials: 0x86,
  notAuthorized: 0x87,
  unavailable: 0x88,
  busy: 0x89,
  shuttingDown: 0x8b,
  authenticationMethod: 0x8c,
  keepAlive: 0x8d,
  takenOver: 0x8e,
  filterInvalid: 0x8f,
  topicInvalid: 0x90,
  unknownPacketId: 0x92,
  receiveMaximum: 0x93,
  aliasInvalid: 0x94,
  tooLarge: 0x95,
  quota: 0x97,
  administrative: 0x98,
  payloadFormat: 0x99,
  sharedSubscriptions: 0x9e,
  wildcards: 0xa2,
} as const;

export type Reason = (typeof REASON)[keyof typeof REASON];

/** Closes a version 5 connection: the client gets the reason and, if it wants to know, the message. */
export class ClosedFor extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A CONNECT that announces version 5 and cannot be read. */
export class UnreadableConnect extends ClosedFor {}

/** The packet cannot be parsed. */
export const malformed = (what: string): ClosedFor => new ClosedFor(REASON.malformed, `malformed: ${what}`);

/** The packet can be parsed, but the protocol does not allow it. */
export const protocolError = (what: string): ClosedFor => new ClosedFor(REASON.protocolError, what);

/**
 * The reason in PUBACK and PUBREC for a refused message, by its HTTP status. 413 has no reason of its own here: 0x95
 * is not among the codes of PUBACK ([MQTT-3.4.2-1]), and clients close the connection when they receive it.
 */
export function reasonOf({ status }: Pick<AppError, 'status'>): Reason {
  switch (status) {
    case 400:
      return REASON.payloadFormat;
    case 401:
    case 403:
      return REASON.notAuthorized;
    case 429:
      return REASON.quota;
    default:
      return status < 500 ? REASON.implementation : REASON.unspecified;
  }
}

/** CONNACK's return codes of MQTT 3.1.1, which Aedes writes. */
const OF_RETURN_CODE: Readonly<Record<number, Reason>> = {
  0: REASON.success,
  1: REASON.unsupportedVersion,
  2: REASON.clientId,
  // The only limits that refuse a client: logins and connections of an account.
  3: REASON.quota,
  4: REASON.credentials,
  5: REASON.notAuthorized,
};

export const reasonOfReturnCode = (code: number): Reason => OF_RETURN_CODE[code] ?? REASON.unspecified;
