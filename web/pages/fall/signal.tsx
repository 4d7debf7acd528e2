import { useEffect, useMemo } from 'preact/hooks';
import type { FallDetail, HistoryPoint } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import { withGaps } from '../../components/chart-data.ts';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { now } from '../../state/clock.ts';
import { fall as text } from '../../text/en/fall.ts';

const { signal: words } = text;
const BEFORE_MS = 60_000;
const AFTER_MS = 120_000;
/** A wearable sends every few seconds; a longer pause means that readings are missing. */
const LONGEST_GAP_MS = 15_000;
/** Readings after the impact are still arriving. */
const REFRESH_MS = 30_000;
const REST: readonly [number, number] = [0, 20];
const STILL: readonly [number, number] = [0, 100];

export function Signal({ detail }: { readonly detail: FallDetail }) {
  const { deviceId, createdAt } = detail;
  return (
    <Card title={words.title}>
      {deviceId === null ? (
        <p class="empty">{words.none}</p>
      ) : (
        <SignalCharts deviceId={deviceId} at={Date.parse(createdAt)} />
      )}
    </Card>
  );
}

function SignalCharts({ deviceId, at }: { readonly deviceId: string; readonly at: number }) {
  const [from, to] = [at - BEFORE_MS, at + AFTER_MS];
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { data, failure, reload } = useLoad('/device/{id}/readings', {
    path: { id: deviceId },
    query: { resolution: 'raw', ...range },
  });
  useEffect(() => {
    const refresh = setInterval(() => {
      if (now.peek() > to + REFRESH_MS) clearInterval(refresh);
      else void reload();
    }, REFRESH_MS);
    return () => clearInterval(refresh);
  }, [to, reload]);
  const { times, series } = useMemo(() => linesOf(data ?? []), [data]);
  const marks = useMemo(() => [{ at, label: words.impact }], [at]);
  const common = { times, marks, from, to, group: 'impact' };
  return (
    <div class="signal-charts">
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          <p class="hint">{words.hint}</p>
          <Chart
            {...common}
            label={words.acceleration}
            series={series.slice(0, 1)}
            format={words.metres}
            atLeast={REST}
          />
          <Chart
            {...common}
            label={words.rotation}
            series={series.slice(1)}
            format={words.degrees}
            atLeast={STILL}
          />
        </>
      )}
    </div>
  );
}

const linesOf = (points: readonly HistoryPoint[]) =>
  withGaps(
    {
      times: points.map(({ timestamp }) => Date.parse(timestamp)),
      series: [
        {
          label: words.acceleration,
          values: points.map(({ accelMagnitudeMax }) => accelMagnitudeMax),
        },
        { label: words.rotation, values: points.map(({ gyroMagnitude }) => gyroMagnitude) },
      ],
    },
    LONGEST_GAP_MS,
  );
