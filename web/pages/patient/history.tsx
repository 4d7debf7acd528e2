import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HistoryPoint, ListedFall, PatientDay, PatientDevice } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import { type Mark, withGaps } from '../../components/chart-data.ts';
import { Choice } from '../../components/choice.tsx';
import { namedOptions, SelectField } from '../../components/field.tsx';
import { levelledOf, levelWords } from '../../components/level-badge.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { now } from '../../state/clock.ts';
import { patient as text } from '../../text/en/patient.ts';
import { dateAndTime } from '../../text/words.ts';
import { Day } from './day.tsx';
import { LowDays } from './wellbeing.tsx';

const { history, live } = text;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const RANGES = {
  hour: { lengthMs: HOUR_MS, resolution: 'minute', pointMs: MINUTE_MS, refreshMs: MINUTE_MS },
  day: { lengthMs: DAY_MS, resolution: 'minute', pointMs: MINUTE_MS, refreshMs: 5 * MINUTE_MS },
  week: { lengthMs: 7 * DAY_MS, resolution: 'hour', pointMs: HOUR_MS, refreshMs: HOUR_MS },
  month: { lengthMs: 30 * DAY_MS, resolution: 'hour', pointMs: HOUR_MS, refreshMs: HOUR_MS },
} as const;
type Range = keyof typeof RANGES;
const CHOICES = (Object.keys(RANGES) as Range[]).map((value) => ({ value, label: history.ranges[value] }));

/** The wearable with the latest reading is most likely worn. */
const wornOf = (devices: readonly PatientDevice[]): string =>
  [...devices].sort((a, b) => ((a.lastSeen ?? '') < (b.lastSeen ?? '') ? 1 : -1))[0]?.id ?? '';

export function History({
  devices,
  falls,
  day,
}: {
  readonly devices: readonly PatientDevice[];
  readonly falls: readonly ListedFall[];
  readonly day: PatientDay;
}) {
  const [range, setRange] = useState<Range>('day');
  const [chosen, setChosen] = useState<string>();
  const deviceId = chosen ?? wornOf(devices);
  if (deviceId === '')
    return (
      <Card title={history.title}>
        <p class="empty">{history.noDevice}</p>
      </Card>
    );
  return (
    <Card title={history.title}>
      {day.spans.length > 0 && <Day day={day} />}
      <div class="history-choice">
        <Choice
          legend={history.range}
          name="range"
          options={CHOICES}
          value={range}
          onChange={(value) => setRange(value)}
        />
        {devices.length > 1 && (
          <SelectField
            label={history.wearable}
            name="wearable"
            value={deviceId}
            options={namedOptions(devices)}
            onChange={setChosen}
          />
        )}
      </div>
      <Charts key={`${deviceId} ${range}`} deviceId={deviceId} range={range} falls={falls} />
    </Card>
  );
}

function Charts({
  deviceId,
  range,
  falls,
}: {
  readonly deviceId: string;
  readonly range: Range;
  readonly falls: readonly ListedFall[];
}) {
  const { lengthMs, resolution, pointMs, refreshMs } = RANGES[range];
  const [to, setTo] = useState(() => now.peek());
  // The start moves with the end: the service sends a bounded number of points, oldest first.
  const {
    data: loaded,
    failure,
    reload,
  } = useLoad('/device/{id}/readings', {
    path: { id: deviceId },
    query: { resolution, from: new Date(to - lengthMs).toISOString() },
  });
  const shown = useRef(loaded);
  if (loaded !== undefined) shown.current = loaded;
  const data = shown.current;
  useEffect(() => {
    const refresh = setInterval(() => {
      if (document.visibilityState === 'visible') setTo(now.peek());
    }, refreshMs);
    return () => clearInterval(refresh);
  }, [refreshMs]);
  const lines = useMemo(() => linesOf(data ?? [], 2.5 * pointMs), [data, pointMs]);
  const marks = useMemo(() => marksOf(falls, to - lengthMs), [falls, to, lengthMs]);
  if (data === undefined)
    return (
      <div class="history-room">
        <Loading failure={failure} retry={reload} />
      </div>
    );
  if (data.length === 0) return <p class="empty">{history.empty}</p>;
  const common = { times: lines.times, marks, from: startOf(data, to - lengthMs), to, group: 'history' };
  return (
    <div class="history-room">
      {marks.length > 0 && <p>{history.marks(marks.length)}</p>}
      {resolution === 'hour' && (
        <>
          <Chart
            {...common}
            label={history.score}
            series={lines.score}
            format={history.outOf100}
            atLeast={SCORE}
          />
          <LowDays deviceId={deviceId} points={data} falls={falls} />
        </>
      )}
      <Chart
        {...common}
        label={history.heartRate}
        series={lines.heartRate}
        format={live.bpm}
        atLeast={HEART_RATE}
      />
      <Chart {...common} label={history.spo2} series={lines.spo2} format={live.percent} atLeast={SPO2} />
      <Chart
        {...common}
        label={history.acceleration}
        series={lines.acceleration}
        format={live.metres}
        atLeast={ACCELERATION}
      />
    </div>
  );
}

/** A chart begins where the data begin, but is never shorter than an hour. */
const startOf = (points: readonly HistoryPoint[], earliest: number): number =>
  Math.max(
    earliest,
    Math.min(Date.parse(points[0]?.timestamp ?? ''), Date.parse(points.at(-1)?.timestamp ?? '') - HOUR_MS),
  );

/** A fixed axis makes days comparable at a glance. */
const HEART_RATE: readonly [number, number] = [50, 110];
const SPO2: readonly [number, number] = [90, 100];
const ACCELERATION: readonly [number, number] = [0, 20];
const SCORE: readonly [number, number] = [0, 100];

function linesOf(points: readonly HistoryPoint[], longestGapMs: number) {
  const one = (label: string, values: readonly (number | null)[], colour?: '--accent' | '--line-strong') => ({
    label,
    values,
    ...(colour && { colour }),
  });
  const { times, series } = withGaps(
    {
      times: points.map(({ timestamp }) => Date.parse(timestamp)),
      series: [
        one(
          history.heartRate,
          points.map(({ heartRate }) => heartRate),
        ),
        one(
          history.spo2,
          points.map(({ spo2 }) => spo2),
        ),
        one(
          history.score,
          points.map(({ healthScore }) => healthScore),
        ),
        one(
          history.peak,
          points.map(({ accelMagnitudeMax }) => accelMagnitudeMax),
        ),
        one(
          history.mean,
          points.map(({ accelMagnitude }) => accelMagnitude),
          '--line-strong',
        ),
      ],
    },
    longestGapMs,
  );
  return {
    times,
    heartRate: series.slice(0, 1),
    spo2: series.slice(1, 2),
    score: series.slice(2, 3),
    acceleration: series.slice(3),
  };
}

const marksOf = (falls: readonly ListedFall[], since: number): Mark[] =>
  falls
    .filter(({ createdAt, response }) => response !== null && Date.parse(createdAt) >= since)
    .map((fall) => {
      const { createdAt, status } = fall;
      return {
        at: Date.parse(createdAt),
        label: history.fall(levelWords(levelledOf(fall)), dateAndTime(createdAt)),
        colour: `--${status.toLowerCase() as Lowercase<typeof status>}` as const,
      };
    });
