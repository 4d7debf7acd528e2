/** The ring positions of a batch's readings. A thread writes the confidences where the main thread reads them. */
export interface BatchColumns {
  readonly slots: Int32Array;
  readonly numbers: Int32Array;
  readonly confidences: Float32Array;
  /** Confidences of the shadow detector, if there is one. */
  readonly shadow: Float32Array;
}

/**
 * Everything shared with the scoring threads. It is passed to them once, so a task carries little more than a batch
 * index.
 */
export interface SharedMemory {
  readonly rings: SharedArrayBuffer;
  readonly bins: SharedArrayBuffer;
  readonly batches: readonly BatchColumns[];
  /** File of the shadow detector's weights. */
  readonly shadowFile: string | undefined;
}

export interface Task {
  /** Index of the shared batch. */
  readonly batch: number;
  readonly count: number;
  /** Raw signals of the few readings that have one, by their index in the batch. */
  readonly samples: readonly (readonly [place: number, samples: Float32Array])[] | undefined;
}

export const MAX_BATCH_SIZE = 2048;

export function createBatchColumns(): BatchColumns {
  const column = () => new SharedArrayBuffer(MAX_BATCH_SIZE * 4);
  return {
    slots: new Int32Array(column()),
    numbers: new Int32Array(column()),
    confidences: new Float32Array(column()),
    shadow: new Float32Array(column()),
  };
}
