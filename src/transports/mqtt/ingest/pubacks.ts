import type { Connection } from '../connections/connection.ts';

const PUBACK = [0x40, 0x02] as const;
const BYTES = 4;

/** PUBACKs of readings: those that fall due together leave together, in one write for each connection. */
export function createAcknowledgements(): (connection: Connection, messageId: number) => void {
  let due: Connection[] = [];

  function send(): void {
    const connections = due;
    due = [];
    for (const { client, unsentIds } of connections) {
      const bytes = Buffer.allocUnsafe(BYTES * unsentIds.length);
      for (const [i, id] of unsentIds.entries()) {
        bytes[BYTES * i] = PUBACK[0];
        bytes[BYTES * i + 1] = PUBACK[1];
        bytes.writeUInt16BE(id, BYTES * i + 2);
      }
      unsentIds.length = 0;
      if (!client.closed) client.conn.write(bytes);
    }
  }

  return (connection, messageId) => {
    if (due.length === 0) queueMicrotask(send);
    if (connection.unsentIds.push(messageId) === 1) due.push(connection);
  };
}
