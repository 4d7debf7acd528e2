import type { Connection } from '../connections/connection.ts';

const PUBACK = [0x40, 0x02] as const;
const BYTES = 4;

export interface PubackWriter {
  acknowledge(connection: Connection, messageId: number): void;
  /** Sends at once what is due to the connection: another reply must not overtake it. */
  flush(connection: Connection): void;
}

/** PUBACKs of readings: those of one tick are sent in one write per connection. */
export function createPubackWriter(): PubackWriter {
  let due: Connection[] = [];

  function send(): void {
    const connections = due;
    due = [];
    for (const connection of connections) sendThoseOf(connection);
  }

  return {
    acknowledge(connection, messageId) {
      if (due.length === 0) queueMicrotask(send);
      if (connection.unsentPubacks.push(messageId) === 1) due.push(connection);
    },
    flush(connection) {
      if (connection.unsentPubacks.length > 0) sendThoseOf(connection);
    },
  };
}

function sendThoseOf({ client, unsentPubacks, reader: { v5 } }: Connection): void {
  const bytes = Buffer.allocUnsafe(BYTES * unsentPubacks.length);
  for (const [i, id] of unsentPubacks.entries()) {
    bytes[BYTES * i] = PUBACK[0];
    bytes[BYTES * i + 1] = PUBACK[1];
    bytes.writeUInt16BE(id, BYTES * i + 2);
  }
  unsentPubacks.length = 0;
  if (client.closed) return;
  // In MQTT 5 the short form means success, too.
  if (v5 === undefined) client.conn.write(bytes);
  else v5.send(bytes);
}
