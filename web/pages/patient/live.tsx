import { useEffect, useState } from 'preact/hooks';
import type { Frames, HealthSummary, PatientDay } from '../../api/records.ts';
import { Ago } from '../../components/ago.tsx';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import { onFrame, watch } from '../../state/connection.ts';
import { user } from '../../state/session.ts';
import { patient as text } from '../../text/en/patient.ts';
import { nowOf } from './day.tsx';

type Reading = Frames['reading']['data'];

const { live } = text;
const SHOWN_MS = 2 * 60_000;
const REST: readonly [number, number] = [0, 20];

/** Live readings from the socket; until the first one, the latest stored values. */
export function Live({
  patientId,
  health,
  hasDevice,
  day,
}: {
  readonly patientId: string;
  readonly health: HealthSummary;
  readonly hasDevice: boolean;
  readonly day: PatientDay;
}) {
  // Only assigned caregivers get live readings (docs/contract.md, "Roles and access").
  const mayWatch = user.value?.role === 'CAREGIVER';
  const readings = useReadings(patientId, mayWatch);
  const last = readings.at(-1);
  const { heartRate, oxygenSaturation } = health.vitals;
  const at = last?.timestamp ?? health.lastUpdate;
  const movement = hasDevice ? nowOf(day) : undefined;
  return (
    <Card title={live.title}>
      {movement !== undefined && <p class="big">{movement}</p>}
      <dl class="vitals">
        <Sign
          name={live.acceleration}
          value={last && live.metres(last.accelMagnitude)}
          hint={live.restHint}
        />
        <Sign name={live.heartRate} value={shown(latest(readings, 'heartRate') ?? heartRate, live.bpm)} />
        <Sign name={live.spo2} value={shown(latest(readings, 'spo2') ?? oxygenSaturation, live.percent)} />
      </dl>
      {readings.length > 1 && <Recent readings={readings} />}
      {!hasDevice ? (
        <p class="empty">{live.none}</p>
      ) : (
        <p class="empty">
          {at !== null && (
            <>
              {live.last} <Ago at={at} />.{' '}
            </>
          )}
          {!mayWatch ? live.adminsSeeLast : last === undefined && live.waiting}
        </p>
      )}
    </Card>
  );
}

const latest = (readings: readonly Reading[], sign: 'heartRate' | 'spo2'): number | null =>
  readings.findLast((reading) => reading[sign] !== null)?.[sign] ?? null;

const shown = (value: number | null, format: (value: number) => string): string | undefined =>
  value === null ? undefined : format(value);

function Sign({
  name,
  value = '–',
  hint,
}: {
  readonly name: string;
  readonly value?: string | undefined;
  readonly hint?: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="big">{value}</span>
        {hint !== undefined && <span class="hint">{hint}</span>}
      </dd>
    </div>
  );
}

function Recent({ readings }: { readonly readings: readonly Reading[] }) {
  const to = Date.parse(readings.at(-1)?.timestamp ?? '');
  return (
    <Chart
      label={live.recent}
      times={readings.map(({ timestamp }) => Date.parse(timestamp))}
      series={[{ label: live.acceleration, values: readings.map((reading) => reading.accelMagnitudeMax) }]}
      from={to - SHOWN_MS}
      to={to}
      format={live.metres}
      atLeast={REST}
      height={150}
    />
  );
}

/** Readings of the last minutes, oldest first, while the page is open. */
function useReadings(patientId: string, mayWatch: boolean): readonly Reading[] {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(() => {
    if (!mayWatch) return;
    const off = onFrame('reading', ({ data }) => {
      if (data.patientId !== patientId) return;
      const since = Date.parse(data.timestamp) - SHOWN_MS;
      setReadings((before) => [...before.filter(({ timestamp }) => Date.parse(timestamp) >= since), data]);
    });
    const unwatch = watch(patientId);
    return () => {
      off();
      unwatch();
    };
  }, [patientId, mayWatch]);
  return readings;
}
