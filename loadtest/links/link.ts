import { doing } from '../progress.ts';

/** Told of each reading that was sent: when it was due, and how it was answered. */
export type Answered = (due: number, status: number) => void;

export const STORED = 200;
/** The connection broke before an answer came. */
export const NO_ANSWER = 0;

/** A connection on which a wearable, or several in turn, send readings. */
export interface Link {
  onAnswered(listener: Answered): void;
  /** Sends the next reading. `due` is when it should have left: its latency counts from there. */
  send(due: number): void;
  close(): void;
}

/** The service was there and said no. */
export class Refused extends Error {}

const AT_ONCE = 200;

/** Not all at the same moment: that would measure the backlog of the listening socket. */
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

/** Each connection speaks for its own share of the devices. */
export const shares = <T>(devices: readonly T[], connections: number): T[][] =>
  Array.from({ length: Math.min(connections, devices.length) }, (_, nth) =>
    devices.filter((_, i) => i % connections === nth),
  );
