/** A stored reading, for the clients that watch its wearer. */
export interface WatchedReading {
  readonly device: { readonly id: string; readonly owner: { readonly userId: string } };
  readonly body: WatchedMeasurements;
  readonly timeMs: number;
  readonly confidence: number;
  readonly healthScore: number;
}

/** The fields of the reading that the `reading` frame shows. */
interface WatchedMeasurements {
  readonly accel_x: number;
  readonly accel_y: number;
  readonly accel_z: number;
  readonly gyro_x?: number | null;
  readonly gyro_y?: number | null;
  readonly gyro_z?: number | null;
  readonly heart_rate?: number | null;
  readonly spo2?: number | null;
  readonly pressure?: number | null;
  readonly battery_level?: number | null;
}

/** The listener for each watched patient. Most patients are not watched, and then a reading costs one lookup. */
export type Watchers = Pick<ReadonlyMap<string, (reading: WatchedReading) => void>, 'get'>;
