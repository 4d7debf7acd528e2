import type { Connection } from '../connections/connection.ts';
import type { Settled } from './publish-outcome.ts';
import type { Published } from './published.ts';

export type Receive = (
  connection: Connection,
  macAddress: string,
  message: Published,
  settled: Settled,
) => void;

/** Topics that a module owns, besides the topics of devices, and to which clients publish. */
export interface ModuleInbound {
  /** Undefined for a topic of another module. */
  receiverOf(
    topic: string,
  ): ((connection: Connection, message: Published, settled: Settled) => void) | undefined;
}
