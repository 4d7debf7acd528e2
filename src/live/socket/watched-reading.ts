import type { Device } from '../../readings/registry/device.ts';
import type { SensorReading } from '../../readings/schema.ts';

/** A stored reading, for those who watch its owner. */
export interface WatchedReading {
  readonly device: Pick<Device, 'id' | 'owner'>;
  readonly body: SensorReading;
  readonly timeMs: number;
  readonly confidence: number;
  readonly healthScore: number;
}

/** Who watches a person's readings live; mostly nobody, and then a reading costs one look-up. */
export type Watchers = Pick<ReadonlyMap<string, (reading: WatchedReading) => void>, 'get'>;
