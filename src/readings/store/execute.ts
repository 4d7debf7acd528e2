import type pg from 'pg';

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Members of pg's connection that its type declarations omit. */
interface PreparingConnection extends pg.Connection {
  /** By name: pg adds each statement when the server has confirmed that it is prepared. */
  readonly parsedStatements: Readonly<Record<string, string>>;
}

/**
 * Executions of prepared statements, encoded as messages and ended by Sync. The server replies to all of them at once.
 *
 *   ──► [Parse], Bind, Execute, Bind, Execute, Sync        ◄── all results, ReadyForQuery
 */
class Executions implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly #messages: Buffer;
  readonly #done: () => void;
  /** pg calls it, also when the connection breaks. */
  readonly handleError: (error: Error) => void;

  constructor({ name, text }: Statement, messages: Buffer, done: () => void, failed: (error: Error) => void) {
    this.name = name;
    this.text = text;
    this.#messages = messages;
    this.#done = done;
    this.handleError = failed;
  }

  submit(connection: pg.Connection): void {
    const { name, text } = this;
    const { stream } = connection;
    stream.cork();
    if ((connection as PreparingConnection).parsedStatements[name] === undefined)
      connection.parse({ name, text, types: [] }, true);
    stream.write(this.#messages);
    stream.uncork();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done();
  }
}

interface PreparingClient extends pg.Client {
  readonly connection: PreparingConnection;
}

export const isPrepared = (client: pg.Client, { name }: Statement): boolean =>
  (client as PreparingClient).connection.parsedStatements[name] !== undefined;

/** Prepares the statement first where the connection has not; other statements in `messages` must be prepared. */
export const execute = (client: pg.Client, statement: Statement, messages: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new Executions(statement, messages, resolve, reject));
  });
