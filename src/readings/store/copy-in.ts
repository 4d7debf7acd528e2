import type pg from 'pg';

/** Members of pg's connection that its type declarations omit. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * COPY … FROM STDIN of rows that are all in memory. It sends them without waiting for CopyInResponse, which would cost
 * one more round trip per commit. If the server refuses the statement, it skips the rows by itself. A query of several
 * COPY statements is one transaction; the rows of each follow in their order.
 *
 *   ──► Query, (CopyData, CopyDone)…     ◄── (CopyInResponse, CommandComplete)…, ReadyForQuery
 */
class CopyIn implements pg.Submittable {
  readonly #statement: string;
  readonly #rows: readonly Buffer[];
  readonly #done: () => void;
  /** pg calls it, also when the connection breaks. */
  readonly handleError: (error: Error) => void;

  constructor(statement: string, rows: readonly Buffer[], done: () => void, failed: (error: Error) => void) {
    this.#statement = statement;
    this.#rows = rows;
    this.#done = done;
    this.handleError = failed;
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    stream.cork();
    connection.query(this.#statement);
    for (const rows of this.#rows) {
      (connection as CopyConnection).sendCopyFromChunk(rows);
      (connection as CopyConnection).endCopyFrom();
    }
    stream.uncork();
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done();
  }
}

export const copyIn = (client: pg.Client, statement: string, ...rows: readonly Buffer[]): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, rows, resolve, reject));
  });
