import type { Queued } from '../../client/wearable.ts';

export interface KeptReading extends Queued {
  /** Its time is that of the phone's clock: the phone has not heard the service's yet. */
  readonly hasOwnTime?: true;
}

/** Readings that the service has not answered, in the browser's database: they outlive a reload and an outage. */
export interface Kept {
  /** Oldest first. */
  load(): Promise<readonly KeptReading[]>;
  add(item: KeptReading): void;
  remove(items: readonly KeptReading[]): void;
  clear(): void;
}
