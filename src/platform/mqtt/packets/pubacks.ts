import type { Connection } from '../connections/connection.ts';

const PUBACK = [0x40, 0x02] as const;
const BYTES = 4;

/** PUBACKs of readings: those of one tick are sent in one write per connection. */
export function createPubackWriter(): (connection: Connection, messageId: number) => void {
  let due: Connection[] = [];

  function send(): void {
    const connections = due;
    due = [];
    for (const { client, unsentPubacks } of connections) {
      const bytes = Buffer.allocUnsafe(BYTES * unsentPubacks.length);
      for (const [i, id] of unsentPubacks.entries()) {
        bytes[BYTES * i] = PUBACK[0];
        bytes[BYTES * i + 1] = PUBACK[1];
        bytes.writeUInt16BE(id, BYTES * i + 2);
      }
      unsentPubacks.length = 0;
      if (!client.closed) client.conn.write(bytes);
    }
  }

  return (connection, messageId) => {
    if (due.length === 0) queueMicrotask(send);
    if (connection.unsentPubacks.push(messageId) === 1) due.push(connection);
  };
}
