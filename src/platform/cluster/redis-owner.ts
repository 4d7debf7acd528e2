import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, Cluster, type Command, type RedisOptions } from 'ioredis';

const RETRY_MS = 100;
const DISCONNECT_TIMEOUT_MS = 2_000;

/** Commands fail at once while no node is known. Once one is, its own queue holds a command while it connects. */
export class ImpatientCluster extends Cluster {
  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    if (this.status === 'ready' || isOwnCommand(command)) return super.sendCommand(command, stream, node);
    command.reject(new Error('Redis Cluster: no node is reachable'));
    return command.promise;
  }
}

/** By which the connection finds the nodes. */
const isOwnCommand = ({ name }: Command): boolean => name === 'cluster';

/** The node that has the slot, as far as the connection knows; host and port. */
export const ownerOf = (cluster: Cluster, slot: number): string | undefined => cluster.slots[slot]?.[0];

/** Connects to the node that has the slot at that time. */
export function ownerConnector(
  cluster: Cluster,
  slot: number,
  { isTls, onOwner }: { readonly isTls: boolean; readonly onOwner: (owner: string) => void },
): NonNullable<RedisOptions['Connector']> {
  return class extends AbstractConnector {
    constructor() {
      super(DISCONNECT_TIMEOUT_MS);
    }

    override async connect() {
      this.connecting = true;
      let owner: string | undefined;
      while (this.connecting && owner === undefined) {
        owner = await findOwner(cluster, slot);
        if (owner === undefined) await delay(RETRY_MS);
      }
      // ioredis keeps quiet about this text while it disconnects.
      if (owner === undefined || !this.connecting) throw new Error('Connection is closed.');
      onOwner(owner);
      const colon = owner.lastIndexOf(':');
      const address = { host: owner.slice(0, colon), port: Number(owner.slice(colon + 1)) };
      const stream = isTls ? connectTls(address) : createConnection(address);
      stream.once('error', (error) => {
        this.firstError = error;
      });
      this.stream = stream;
      return stream;
    }
  };
}

async function findOwner(cluster: Cluster, slot: number): Promise<string | undefined> {
  if (cluster.status !== 'ready') return undefined;
  // Fails while no node replies; the last known owner is then as good as any.
  await new Promise<void>((resolve) => cluster.refreshSlotsCache(() => resolve()));
  return ownerOf(cluster, slot);
}
