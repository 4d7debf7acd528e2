import type { Connection } from '../connections/connection.ts';
import type { Published } from './packet-reader.ts';
import type { Settled } from './publish-outcome.ts';

export type Receive = (
  connection: Connection,
  macAddress: string,
  message: Published,
  settled: Settled,
) => void;
