import type { NewDeviceLogEntry } from '../store/device-logs.ts';
import { type Motion, type OtherUnits, UnitWatch, unitWarnings } from './reading-units.ts';
import { type Sensed, SensorWatch } from './sensor-watch.ts';
import { type SensorFacts, sensorWarnings, UNKNOWN_SENSORS } from './sensors.ts';

type LogLine = Pick<NewDeviceLogEntry, 'type' | 'message'>;

/** Learns from its readings which units and sensors a wearable uses. */
export class SignalWatch {
  readonly #units: UnitWatch;
  #sensors: SensorWatch;

  constructor(known: OtherUnits & SensorFacts) {
    this.#units = new UnitWatch(known);
    this.#sensors = new SensorWatch(known);
  }

  /** Returns lines for the device's log, mostly none. */
  observe(reading: Motion & Sensed): LogLine[] | undefined {
    const units = this.#observeUnits(reading);
    const sensors = this.#observeSensors(reading);
    if (units === undefined) return sensors;
    return sensors === undefined ? [units] : [units, ...sensors];
  }

  /** New firmware may set a sensor to another range or rate. */
  forgetSensors(): void {
    this.#sensors = new SensorWatch(UNKNOWN_SENSORS);
  }

  facts(): OtherUnits & SensorFacts {
    const { accelInG, gyroInRadians } = this.#units;
    const { hasGyro, sampleRateHz, rangeG, gyroRange, sends, isAccelClipped, isGyroClipped, isSmoothed } =
      this.#sensors;
    return {
      accelInG,
      gyroInRadians,
      hasGyro,
      sampleRateHz,
      rangeG,
      gyroRange,
      sends,
      isAccelClipped,
      isGyroClipped,
      isSmoothed,
    };
  }

  #observeUnits(reading: Motion): LogLine | undefined {
    const warnedBefore = this.#units.accelInG || this.#units.gyroInRadians;
    if (!this.#units.observe(reading)) return undefined;
    const [warning] = unitWarnings(this.#units);
    if (warning === undefined) return { type: 'INFO', message: 'Readings look like m/s² and °/s again' };
    return warnedBefore ? undefined : { type: 'WARNING', message: warning };
  }

  #observeSensors(reading: Sensed): LogLine[] | undefined {
    const before = this.#sensors.weaknesses;
    if (!this.#sensors.observe(reading)) return undefined;
    const now = this.#sensors.weaknesses;
    const found = sensorWarnings(this.#sensors, now & ~before);
    if (found.length > 0) return found.map((message) => ({ type: 'WARNING', message }));
    const message = now === 0 ? 'Sensors look good again' : 'A sensor warning has ended; others remain';
    return [{ type: 'INFO', message }];
  }
}
