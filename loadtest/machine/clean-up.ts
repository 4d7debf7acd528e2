// Removes processes and folders at the end of the load test, in every case.

import { endProgress } from '../progress.ts';

type Undo = () => Promise<void> | void;

const undoes = new Set<Undo>();

/** Returns a function that runs the clean-up now, and only once. */
export function atTheEnd(undo: Undo): () => Promise<void> {
  undoes.add(undo);
  return async () => {
    if (undoes.delete(undo)) await undo();
  };
}

export async function cleanUp(): Promise<void> {
  for (const undo of [...undoes].reverse()) {
    undoes.delete(undo);
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

let ending = false;

/** True after a signal. */
export const isEnding = (): boolean => ending;

export function cleanUpOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Both the terminal and npm may send the signal: the second must not interrupt the clean-up.
      if (ending) return;
      ending = true;
      endProgress();
      console.error(`\n${signal}: stopping the service and cleaning up`);
      void cleanUp().finally(() => process.exit(EXIT_CODES[signal]));
    });
  }
}
