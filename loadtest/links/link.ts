import { doing } from '../progress.ts';

/** Called for each sent reading, with its scheduled time and the status of its response. */
export type Answered = (due: number, status: number) => void;

export const STORED = 200;
/** The connection broke before a response arrived. */
export const NO_ANSWER = 0;

/** A connection on which one wearable, or several in turn, send readings. */
export interface Link {
  onAnswered(listener: Answered): void;
  /** Sends the next reading. `due` is its scheduled time, from which its latency counts. */
  send(due: number): void;
  close(): void;
}

/** The service refused the connection. */
export class Refused extends Error {}

const AT_ONCE = 200;

/** Opens connections in groups: all at once would measure the backlog of the listening socket. */
export async function openInTurn<From, To>(
  from: readonly From[],
  open: (one: From) => Promise<To>,
): Promise<To[]> {
  doing(`opening ${from.length} connections`);
  const opened: To[] = [];
  for (let at = 0; at < from.length; at += AT_ONCE) {
    opened.push(...(await Promise.all(from.slice(at, at + AT_ONCE).map(open))));
  }
  return opened;
}

/** Each connection sends readings of its own share of the devices. */
export const shares = <T>(devices: readonly T[], connections: number): T[][] =>
  Array.from({ length: Math.min(connections, devices.length) }, (_, nth) =>
    devices.filter((_, i) => i % connections === nth),
  );
