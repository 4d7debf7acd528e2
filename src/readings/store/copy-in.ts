import type pg from 'pg';

/** What pg's connection has and its type declarations leave out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * COPY … FROM STDIN of rows that are all at hand. Nothing waits for the server to say that it wants them: that would be
 * one more round trip in every commit. If it refuses the statement, it skips them by itself.
 *
 *   ──► Query, CopyData, CopyDone        ◄── CopyInResponse, CommandComplete, ReadyForQuery
 */
class CopyIn implements pg.Submittable {
  readonly #statement: string;
  readonly #rows: Buffer;
  readonly #done: () => void;
  /** Called by pg, also when the connection breaks. */
  readonly handleError: (error: Error) => void;

  constructor(statement: string, rows: Buffer, done: () => void, failed: (error: Error) => void) {
    this.#statement = statement;
    this.#rows = rows;
    this.#done = done;
    this.handleError = failed;
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    stream.cork();
    connection.query(this.#statement);
    (connection as CopyConnection).sendCopyFromChunk(this.#rows);
    (connection as CopyConnection).endCopyFrom();
    stream.uncork();
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done();
  }
}

export const copyIn = (client: pg.Client, statement: string, rows: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, rows, resolve, reject));
  });
