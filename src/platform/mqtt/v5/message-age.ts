const times = new WeakMap<Uint8Array, number>();

/** Remembers when a message was first published, in milliseconds since 1970: Aedes keeps the payload, and no time. */
export function stampPublished(payload: Buffer, at: number): Buffer {
  times.set(payload, at);
  return payload;
}

/** Undefined for a message that is published now. */
export const publishedAtOf = (payload: Buffer): number | undefined => times.get(payload);
