// Processes and folders that must not outlive the load test, however it ends.

import { endProgress } from '../progress.ts';

type Undo = () => Promise<void> | void;

const undoes = new Set<Undo>();

/** Answers a function that does it now, and only once. */
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

/** Whether a signal has come. */
export const isEnding = (): boolean => ending;

export function cleanUpOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A terminal and npm may both send it: the second must not cut cleaning up short.
      if (ending) return;
      ending = true;
      endProgress();
      console.error(`\n${signal}: stopping the service and cleaning up`);
      void cleanUp().finally(() => process.exit(EXIT_CODES[signal]));
    });
  }
}
