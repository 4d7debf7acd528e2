import type { Connection } from '../connections/connection.ts';
import type { InboundChannel } from '../topics.ts';
import type { Receive, Settled } from './inbound.ts';
import type { Published } from './packet-reader.ts';

/** The first messages of a connection, until one of them was new. */
export interface ResendCheck {
  /** The message that is looked up now has not been answered yet. */
  checking: boolean;
  readonly queue: Delivery[];
}

interface Delivery {
  readonly deliver: Receive;
  readonly macAddress: string;
  readonly message: Published;
  readonly settled: Settled;
}

export const createResendCheck = (): ResendCheck => ({ checking: false, queue: [] });

type Inbound = Readonly<Record<InboundChannel, Receive>>;

/**
 * Decisions, MQTT: some clients resend without DUP what was not acknowledged before the connection broke. They do so
 * first and in order, so the first messages of a connection are taken one after the other, each as if it had DUP,
 * until one is new: from then on this costs nothing.
 */
export function withResendCheck(receive: Inbound): Inbound {
  const checked =
    (deliver: Receive): Receive =>
    (connection, macAddress, message, settled) => {
      const { resends } = connection;
      // QoS 0 is never resent.
      if (resends === undefined || message.qos === 0)
        return deliver(connection, macAddress, message, settled);
      if (!resends.checking) return check(connection, resends, { deliver, macAddress, message, settled });
      // What waits must not hold the bytes, which are a whole read of the socket.
      const own = { ...message, payload: Buffer.from(message.payload) };
      resends.queue.push({ deliver, macAddress, message: own, settled });
    };

  function check(connection: Connection, resends: ResendCheck, delivery: Delivery): void {
    const { deliver, macAddress, message, settled } = delivery;
    resends.checking = true;
    deliver(connection, macAddress, { ...message, dup: true }, (outcome, isNew) => {
      resends.checking = false;
      settled(outcome);
      // The connection is about to be closed, and what was not acknowledged comes again.
      if (outcome !== 'taken' || connection.ended) return drop(resends);
      if (isNew === true) return release(connection, resends);
      const next = resends.queue.shift();
      if (next !== undefined) check(connection, resends, next);
    });
  }

  function release(connection: Connection, { queue }: ResendCheck): void {
    connection.resends = undefined;
    for (const { deliver, macAddress, message, settled } of queue.splice(0)) {
      deliver(connection, macAddress, message, settled);
    }
  }

  return { readings: checked(receive.readings), backlog: checked(receive.backlog) };
}

function drop({ queue }: ResendCheck): void {
  for (const { settled } of queue.splice(0)) settled('unavailable');
}
