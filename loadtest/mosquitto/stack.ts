import { mosquittoHome } from '../machine/mosquitto.ts';
import { startBaseline } from '../machine/service.ts';

export type RowsPerInsert = 'many' | 'one';

/** A broker and its subscriber. */
interface Stack {
  readonly port: number;
  readonly brokerPid: number;
  readonly subscriberPid: number;
  /** Kills both at the same time with SIGKILL. */
  kill(): Promise<void>;
}

export interface StackHome {
  /** Starts again with the same broker state and the same session. */
  start(): Promise<Stack>;
}

export async function stackHome(databaseUrl: string, rows: RowsPerInsert): Promise<StackHome> {
  const home = await mosquittoHome();
  return {
    async start() {
      const broker = await home.start();
      const subscriber = await startBaseline('loadtest/baselines/mosquitto-subscriber.ts', {
        DATABASE_URL: databaseUrl,
        BROKER_PORT: String(broker.port),
        ROWS_PER_INSERT: rows,
      });
      return {
        port: broker.port,
        brokerPid: broker.pid,
        subscriberPid: subscriber.pid,
        async kill() {
          process.kill(subscriber.pid, 'SIGKILL');
          await broker.kill();
          await subscriber.stop();
        },
      };
    },
  };
}
