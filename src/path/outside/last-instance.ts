import type { KeptConnection } from '../../platform/database/kept-connection.ts';

const PRESENT_LOCK = 0x7667_6862;

/**
 * Tells an instance that stops whether it is the last one: each holds a shared lock while it runs, and the one that gets the
 * lock for itself afterwards is alone. Of instances that stop together, one gets it.
 */
export class LastInstance {
  readonly #connection: Pick<KeptConnection, 'use' | 'onOpen'>;

  constructor(connection: Pick<KeptConnection, 'use' | 'onOpen'>) {
    this.#connection = connection;
    connection.onOpen(async (client) => {
      await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENT_LOCK]);
    });
    void connection
      .use((client) => client.query('SELECT pg_advisory_lock_shared($1)', [PRESENT_LOCK]))
      .catch(() => {});
  }

  /** Called once, at the end. Without a database no instance can say so: true. */
  async isLast(): Promise<boolean> {
    const answer = await this.#connection
      .use(async (client) => {
        await client.query('SELECT pg_advisory_unlock_shared($1)', [PRESENT_LOCK]);
        return client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [PRESENT_LOCK]);
      })
      .catch(() => undefined);
    return answer?.rows[0]?.locked ?? true;
  }
}
