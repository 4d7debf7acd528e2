import type { Statistics } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { stats as text } from '../../text/en/admin/stats.ts';
import { number, reader } from '../../text/words.ts';
import { timesIn } from '../../text/zoned.ts';
import { Detector } from './stats/detector.tsx';
import { Service } from './stats/service.tsx';

const { figures, days } = text;

export default function Stats() {
  const { data, failure, reload } = useLoad('/admin/stats');
  return (
    <Page title={text.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          <Figures stats={data} />
          <Days stats={data} />
          <Detector stats={data} />
        </>
      )}
      <Service />
    </Page>
  );
}

function Figures({ stats }: { readonly stats: Statistics }) {
  const shown = [
    { name: figures.falls, value: stats.fallsToday },
    { name: figures.risk, value: stats.highRiskPatients },
    { name: figures.devices, value: stats.activeDevices },
    { name: figures.users, value: stats.totalUsers },
    { name: figures.assignments, value: stats.caregiverAssignments },
  ];
  return (
    <Card title={figures.title}>
      <dl class="vitals">
        {shown.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="big">{number(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const HALF_DAY_MS = 12 * 60 * 60_000;
/** The axis's minimum range, so that it has whole numbers for single falls. */
const AT_LEAST: readonly [number, number] = [0, 4];

function Days({ stats: { fallsByDay } }: { readonly stats: Statistics }) {
  const { timeZone } = reader.value;
  const { fromField } = timesIn(timeZone);
  const times = fallsByDay.map(({ day }) => Date.parse(fromField(`${day}T00:00`)));
  const common = {
    times,
    // Half a day more on each side, so that the first and last bars are not cut off.
    from: (times[0] ?? 0) - HALF_DAY_MS,
    to: (times.at(-1) ?? 0) + HALF_DAY_MS,
    format: days.count,
    atLeast: AT_LEAST,
    kind: 'bars' as const,
  };
  return (
    <Card title={days.title}>
      <Chart
        {...common}
        label={days.falls}
        series={[{ label: days.falls, values: fallsByDay.map(({ falls }) => falls) }]}
      />
      <Chart
        {...common}
        kind="lines"
        label={days.found}
        series={[
          { label: days.real, values: fallsByDay.map(({ confirmedFalls }) => confirmedFalls) },
          {
            label: days.falseAlarms,
            values: fallsByDay.map(({ falseAlarms }) => falseAlarms),
            colour: '--line-strong',
          },
        ]}
      />
      <p class="hint">{days.hint(timeZone)}</p>
    </Card>
  );
}
