import type { Database, Queryable } from '../../src/platform/database/database.ts';

/** A database that stops before one of its statements until the test lets it go on. */
export interface GatedDatabase {
  readonly db: Database;
  /** Stops the next work before its statement with this number; the number after the last one is the commit's. */
  stopBefore(number: number): Stop;
  /** Calls `look` before each statement and each commit, which wait for it. Returns a function that ends this. */
  watch(look: (statement: string) => Promise<void>): () => void;
}

interface Stop {
  /** Resolves when the work has come so far; never if it has fewer statements. */
  readonly reached: Promise<void>;
  /** The statements sent so far. */
  readonly statements: readonly string[];
  /** Also opens the gate for later work. */
  goOn(): void;
}

/** Sends statements one by one, in the order in which the work sends them together. */
export function gateDatabase(db: Database): GatedDatabase {
  const open = (_statement: string): Promise<void> => Promise.resolve();
  let pass = open;

  function gated(q: Queryable): Queryable {
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(statement: string, send: () => Promise<T>): Promise<T> => {
      const answered = last.then(() => pass(statement)).then(send);
      last = answered.catch(() => {});
      return answered;
    };
    return {
      rows: (sql, values) => inTurn(sql, () => q.rows(sql, values)),
      row: (sql, values) => inTurn(sql, () => q.row(sql, values)),
      column: (sql, values) => inTurn(sql, () => q.column(sql, values)),
      value: (sql, values) => inTurn(sql, () => q.value(sql, values)),
      run: (sql, values) => inTurn(sql, () => q.run(sql, values)),
    };
  }

  return {
    db: {
      ...db,
      ...gated(db),
      transaction: (work, options) =>
        db.transaction(async (q) => {
          const result = await work(gated(q));
          await pass('COMMIT');
          return result;
        }, options),
      onOneConnection: (work) => db.onOneConnection((q) => work(gated(q))),
    },
    watch(look) {
      pass = look;
      return () => {
        pass = open;
      };
    },
    stopBefore(number) {
      const statements: string[] = [];
      const [reached, reach] = signal();
      const [released, release] = signal();
      pass = async (statement) => {
        if (statements.length === number) {
          reach();
          await released;
        }
        statements.push(statement);
      };
      return {
        reached,
        statements,
        goOn() {
          pass = open;
          release();
        },
      };
    },
  };
}

function signal(): [sent: Promise<void>, send: () => void] {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return [sent, send];
}
