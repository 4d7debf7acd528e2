import type { Frame } from '../api/records.ts';

/**
 * An answer may be older than the frames that arrive while it is under way. So these frames are applied again after it.
 */
let requests = 0;
let received: Frame[] = [];
let apply: (frame: Frame) => void = () => {};

/** Names the function that applies a frame to the state. */
export function replayWith(applyFrame: (frame: Frame) => void): void {
  apply = applyFrame;
}

/** Keeps a frame that has been applied, if an answer is under way. */
export function keepFrame(frame: Frame): void {
  if (requests > 0) received.push(frame);
}

export function forgetFrames(): void {
  received = [];
}

export const isRequesting = (): boolean => requests > 0;

/** Runs a request, with the use of its answer, and then applies the frames of that time again. */
export async function withReplay<T>(request: () => Promise<T>): Promise<T> {
  requests += 1;
  try {
    return await request();
  } finally {
    requests -= 1;
    if (requests === 0) {
      const again = received;
      received = [];
      for (const frame of again) apply(frame);
    }
  }
}
