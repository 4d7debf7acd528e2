import type { Connection } from './connections/connection.ts';
import type { DeviceFilter } from './topics.ts';

/** To the topics of devices. */
export interface Access {
  /** Whether the device is known to belong to the connection's account, without a database query. */
  isOwn(connection: Connection, macAddress: string): boolean;
  /** Allows the account's own devices, and devices that are not registered yet. */
  mayPublish(connection: Connection, macAddress: string): Promise<boolean>;
  /** `unregistered`: nobody owns the device yet, so the owner is checked at delivery. */
  maySubscribe(
    connection: Connection,
    filter: DeviceFilter,
  ): Promise<'allowed' | 'unregistered' | 'forbidden'>;
  /** Checked at every delivery: permissions may have changed since the subscription. */
  mayReceive(connection: Connection, macAddress: string, audience: string | undefined): boolean;
  /** The device belongs to another account. */
  isForeign(connection: Connection, macAddress: string): boolean;
}
