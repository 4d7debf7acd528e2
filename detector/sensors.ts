import { casesOf, type Judged, type Way, way } from './judge.ts';
import { type Case, figuresOf, mean, ringFiguresOf } from './metrics.ts';
import { isSport, quietOf } from './ordinary-life.ts';
import { type DataSet, hasGyro, POOR_SENSOR, type Sample } from './recordings.ts';
import type { Message, Stream } from './streams.ts';
import { ofSet, table } from './tables.ts';

/** A sensor that is poorer than those of the recordings. */
export interface Sensor {
  readonly rateHz?: number;
  readonly rangeG?: number;
  readonly gyro: boolean;
}

/** The rows of the table in docs/wearables.md. */
export const SENSORS: readonly Sensor[] = [
  { gyro: true },
  { gyro: true, rateHz: 25 },
  { gyro: true, rangeG: 4 },
  { gyro: true, rangeG: 2 },
  { gyro: false },
  { gyro: false, rateHz: 25 },
  { gyro: false, rateHz: 25, rangeG: 4 },
  { gyro: false, rateHz: 25, rangeG: 2 },
  { gyro: false, rateHz: 12.5, rangeG: 4 },
  { gyro: false, rateHz: 12.5, rangeG: 2 },
];

const G = 9.80665;

export const wayOf = ({ gyro }: Sensor): Way => way('parts', gyro);

/** The same stream as this sensor measures it: every n-th sample, clipped on each axis. A slower recording stays as it is. */
export function throughSensor(
  stream: Stream,
  { rateHz = Number.POSITIVE_INFINITY, rangeG = Number.POSITIVE_INFINITY }: Sensor,
): Stream {
  const { trial } = stream;
  const step = Math.max(1, trial.rateHz / rateHz);
  const clip = (value: number): number => Math.min(rangeG * G, Math.max(-rangeG * G, value));
  const signal: Sample[] = [];
  for (let at = 0; Math.floor(at) < stream.signal.length; at = signal.length * step) {
    const sample = stream.signal[Math.floor(at)];
    if (sample === undefined) break;
    const [ax, ay, az, gx, gy, gz] = sample;
    signal.push([clip(ax), clip(ay), clip(az), gx, gy, gz]);
  }
  const place = (index: number): number => Math.min(signal.length, Math.ceil(index / step));
  const messages = stream.messages.map(
    (message): Message => ({ ...message, first: place(message.first), last: place(message.last) }),
  );
  return { ...stream, trial: { ...trial, rateHz: trial.rateHz / step }, signal, messages };
}

/** The streams of each sensor, in the order of SENSORS. */
export interface JudgedSensors {
  readonly sets: readonly DataSet[];
  readonly judged: readonly (readonly Judged[])[];
  readonly phases: number;
}

const nameOf = ({ rateHz, rangeG, gyro }: Sensor): string =>
  [
    rateHz === undefined ? 'as recorded' : `${rateHz} Hz`,
    ...(rangeG === undefined ? [] : [`±${rangeG} g`]),
    gyro ? 'gyro' : 'no gyro',
  ].join(', ');

const HOURS_A_DAY = 24;
const ofHundred = (share: number): string => (100 * share).toFixed(0);

/** What each sensor costs. Means over the data sets with falls, without the one that clips by itself. */
export function sensorTable({ sets, judged, phases }: JudgedSensors): string {
  const good = sets.filter(({ name, kind }) => kind === 'falls' && name !== POOR_SENSOR);
  const life = new Set(sets.filter(({ kind }) => kind === 'life').map(({ name }) => name));
  return table(
    [
      'Sensor',
      'finds, of 100 falls',
      'rings, of 100 falls whose wearers stay down',
      'alerts, of 100 movements that resemble a fall',
      'false alarms that ring, per day of ordinary life',
      'counted',
    ],
    SENSORS.map((sensor, i) => {
      const own = judged[i] ?? [];
      const cases = casesOf(own, wayOf(sensor));
      const of = good.map((set) => ofSet(cases, set)).filter((some) => some.length > 0);
      const share = (figure: (some: readonly Case[]) => number): string => ofHundred(mean(of.map(figure)));
      const { hours, rings } = quietOf(
        own.filter((stream) => life.has(stream.set) && !isSport(stream)),
        wayOf(sensor),
        phases,
      );
      return [
        nameOf(sensor),
        share((some) => figuresOf(some).found),
        share((some) => ringFiguresOf(some).staysDown),
        share((some) => 1 - figuresOf(some).quiet),
        ((HOURS_A_DAY * rings) / hours).toFixed(1),
        `${rings.toFixed(phases === 1 ? 0 : 1)} in ${hours.toFixed(0)} h`,
      ];
    }),
  );
}

export const canJudge = (sensor: Sensor, stream: Stream): boolean => !sensor.gyro || hasGyro(stream.trial);
