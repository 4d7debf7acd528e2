/** Places in the rings of the readings of a batch; a thread writes the confidences where the main thread reads them. */
export interface BatchColumns {
  readonly slots: Int32Array;
  readonly numbers: Int32Array;
  readonly confidences: Float32Array;
  /** What the detector that is tried says, where there is one. */
  readonly shadow: Float32Array;
}

/** All that is shared with the scoring threads, handed to them once: a task then carries little more than the index of a batch. */
export interface SharedMemory {
  readonly rings: SharedArrayBuffer;
  readonly bins: SharedArrayBuffer;
  readonly batches: readonly BatchColumns[];
  /** File of the weights that are tried. */
  readonly shadowFile: string | undefined;
}

export interface Task {
  /** Which of the shared batches. */
  readonly batch: number;
  readonly count: number;
  /** Raw signals of the few readings that brought one, by their place in the batch. */
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
