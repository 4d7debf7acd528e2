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
      if (connection.pubackOrder.unsent.push(messageId) === 1) due.push(connection);
    },
    flush(connection) {
      if (connection.pubackOrder.unsent.length > 0) sendThoseOf(connection);
    },
  };
}

function sendThoseOf({ client, pubackOrder: { unsent }, reader: { v5 } }: Connection): void {
  const bytes = Buffer.allocUnsafe(BYTES * unsent.length);
  for (const [i, id] of unsent.entries()) {
    bytes[BYTES * i] = PUBACK[0];
    bytes[BYTES * i + 1] = PUBACK[1];
    bytes.writeUInt16BE(id, BYTES * i + 2);
  }
  unsent.length = 0;
  if (client.closed) return;
  // In MQTT 5 the short form means success, too.
  if (v5 === undefined) client.conn.write(bytes);
  else v5.send(bytes);
}
