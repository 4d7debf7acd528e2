import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One sample: ax, ay, az in m/s², gx, gy, gz in °/s; NaN for the gyro of a device without one. */
export type Sample = readonly [number, number, number, number, number, number];

export interface Trial {
  id: string;
  activity: string;
  subject: string;
  fall: boolean;
  rateHz: number;
  fallStartS: number | null;
  fallEndS: number | null;
  samples: Sample[];
  /** Whether the volunteer gets up within the recording of a fall. */
  getsUp?: boolean;
}

/** A public data set. `name` is also its name in training/folds.json.gz. */
export interface DataSet {
  readonly name: string;
  readonly label: string;
  readonly device: string;
  /** Falls and activities that resemble them, or hours of ordinary life. */
  readonly kind: 'falls' | 'life';
  readonly source: string;
}

const falls = (name: string, label: string, device: string, source: string): DataSet => ({
  name,
  label,
  device,
  kind: 'falls',
  source,
});
const life = (name: string, label: string, device: string, source: string): DataSet => ({
  name,
  label,
  device,
  kind: 'life',
  source,
});

export const DATA_SETS: readonly DataSet[] = [
  falls('weda', 'WEDA-FALL', 'smartwatch, 40 Hz, ±4 g', 'Marques and Moreno, Sensors 2023'),
  falls(
    'uma',
    'UMAFall',
    'wrist node, 20 Hz, gyro to ±250 °/s',
    'Casilari, Santoyo-Ramón and Cano-García, 2017',
  ),
  falls(
    'fallalld',
    'FallAllD',
    'wrist logger, 40 Hz, ±8 g, ±2000 °/s',
    'Saleh, Abbas and Le Bouquin Jeannès, IEEE Sensors Journal 2021',
  ),
  falls('smartfallmm', 'SmartFallMM', 'smartwatch, 40 Hz', 'SmartFall group, Texas State University'),
  falls(
    'smartfallmm-meta',
    'SmartFallMM, second sensor',
    'wrist sensor, clipped at ±2 g and ±125 °/s',
    'SmartFall group, Texas State University',
  ),
  falls('hifd', 'HIFD', 'wrist sensor, 50 Hz, ±16 g', 'Nho, Lim and Kwon, IEEE Access 2020'),
  life('dsa', 'DSA', 'right wrist, 25 Hz', 'Barshan and Altun, UCI 2013'),
  life('wisdm', 'WISDM', 'smartwatch, 20 Hz, clipped at ±2 g', 'Weiss, UCI 2019'),
  life('selfback', 'selfBACK', 'wrist, 50 Hz, no gyro', 'Sani and others, UCI 2017'),
  life('bangle', 'Bangle.js', 'smartwatch, 12.5 Hz, no gyro', 'unscripted life of Bangle.js wearers'),
  life(
    'pixelwatch',
    'Pixel Watch',
    'smartwatch, 40 Hz, pieces of 15 s',
    'CPS-Healthcare, Eating-Monitoring, 2024',
  ),
];

/** Clips at ±2 g: levels, calibration and goals leave it out. */
export const POOR_SENSOR = 'smartfallmm-meta';

/** The volunteers of these data sets get up after a few seconds; so do those of FallAllD's falls with recovery. */
const GET_UP: ReadonlySet<string> = new Set(['weda', 'smartfallmm', POOR_SENSOR]);
export const recovers = ({ activity }: Pick<Trial, 'activity'>): boolean => activity.endsWith(' rec.');

const fileOf = ({ name, kind }: DataSet): string => {
  if (name === 'weda') return 'recordings.ndjson.gz';
  return `${kind === 'falls' ? 'recordings' : 'life'}-${name}.ndjson.gz`;
};

/** Default paths of the data sets. */
export const RECORDINGS: readonly string[] = DATA_SETS.map((set) => `../shared/data/${fileOf(set)}`);

/** The data set of a file. A file of your own whose name begins with `life-` has no falls. */
export function dataSetOf(path: string): DataSet {
  const file = basename(path);
  const known = DATA_SETS.find((set) => fileOf(set) === file);
  if (known !== undefined) return known;
  const name = file.replace(/\.ndjson(\.gz)?$/, '').replace(/^(recordings|life)-/, '');
  return (file.startsWith('life-') ? life : falls)(name, name, 'your own', file);
}

/** Message if there are no recordings: the data sets belong to others and are not in the repository. */
export function requireRecordings(paths: readonly string[]): void {
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw new Error(`There are no recordings at ${missing}.\n${WHERE_FROM}`);
}

const WHERE_FROM = `The detector is measured on public data sets. Get them from their authors:
${DATA_SETS.map(({ label, source }) => `  ${label}: ${source}`).join('\n')}
training/README.md, "The data", describes the format. Then
  npm run evaluate -- --data FILE.ndjson.gz`;

export function readRecordings(path: string): Trial[] {
  const getUp = GET_UP.has(dataSetOf(path).name);
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  return lines.map((line) => {
    const trial = withGyroColumns(JSON.parse(line) as Trial);
    return { ...trial, getsUp: trial.fall && (getUp || recovers(trial)) };
  });
}

function withGyroColumns(trial: Trial): Trial {
  if (hasGyroColumns(trial)) return trial;
  return {
    ...trial,
    samples: trial.samples.map(([ax, ay, az]) => [ax, ay, az, Number.NaN, Number.NaN, Number.NaN]),
  };
}

const hasGyroColumns = ({ samples }: Trial): boolean => (samples[0]?.length ?? 6) === 6;

/** Whether the device that recorded the trial has a gyro. */
export const hasGyro = ({ samples }: Trial): boolean => !Number.isNaN(samples[0]?.[3] ?? 0);

export function magnitude(sample: Sample): number {
  return Math.hypot(sample[0], sample[1], sample[2]);
}

/** 0 without a gyro. */
export function rotation(sample: Sample): number {
  return Math.hypot(sample[3], sample[4], sample[5]) || 0;
}

/** The annotation is accurate to half a second only, so the impact is the hardest sample in or near it. */
export function impactIndex(trial: Trial): number {
  const from = Math.max(0, Math.floor(((trial.fallStartS ?? 0) - 0.5) * trial.rateHz));
  const to = Math.min(trial.samples.length, Math.ceil(((trial.fallEndS ?? Infinity) + 0.5) * trial.rateHz));
  let impact = from;
  let hardest = 0;
  for (let i = from; i < to; i++) {
    const sample = trial.samples[i];
    const size = sample === undefined ? 0 : magnitude(sample);
    if (size > hardest) {
      hardest = size;
      impact = i;
    }
  }
  return impact;
}
