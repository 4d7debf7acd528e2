import type { Connection } from './connections/connection.ts';
import type { Filter } from './topics.ts';

export interface Access {
  /** Whether the device is known to be the connection's own, without asking the database. */
  isOwn(connection: Connection, macAddress: string): boolean;
  /** Own devices, and those that nobody has registered yet. */
  mayPublish(connection: Connection, macAddress: string): Promise<boolean>;
  maySubscribe(connection: Connection, filter: Filter): Promise<boolean>;
  /** Checked at every delivery: what was allowed at the subscription may have changed. */
  mayReceive(connection: Connection, topic: string, audience: string | undefined): boolean;
  /** The device belongs to somebody else. */
  isForeign(connection: Connection, macAddress: string): boolean;
}
