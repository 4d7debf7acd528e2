import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Night as NightData, NightFall } from '../../api/records.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { useLatest } from '../../components/filters.ts';
import { levelWords } from '../../components/level-badge.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { now } from '../../state/clock.ts';
import { fall as fallWords } from '../../text/en/fall.ts';
import { night as text } from '../../text/en/night.ts';
import { calendarDayAndMonth, timeOfDay } from '../../text/words.ts';
import { addDays } from '../roster/days.ts';
import { hasNextBegun } from './next-night.ts';
import { Legend, Strip } from './strip.tsx';

/** The night of a ward as a picture and in words; by default the latest one. */
export function Night({ wardId }: { readonly wardId: string }) {
  const [date, setDate] = useState<string>();
  const { data, failure, reload } = useLoad('/wards/{id}/night', {
    path: { id: wardId },
    query: date === undefined ? {} : { date },
  });
  const night = useLatest(data);
  return (
    <Card title={night === undefined ? text.title : text.titleOf(calendarDayAndMonth(night.date))}>
      {night !== undefined && (
        <div class="actions">
          <Button onPress={() => setDate(addDays(night.date, -1))}>{text.previous}</Button>
          <Button disabled={!hasNextBegun(night, now.value)} onPress={() => setDate(addDays(night.date, 1))}>
            {text.next}
          </Button>
        </div>
      )}
      {night === undefined || failure !== undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <Contents night={night} />
      )}
    </Card>
  );
}

function Contents({ night }: { readonly night: NightData }) {
  const { falls, shifts, gaps, blind, withoutWearable } = night;
  return (
    <>
      <Strip night={night} />
      <Legend />
      {falls.length === 0 && <p class="empty">{text.noFalls}</p>}
      <ol class="night-falls">
        {falls.map((fall) => (
          <li key={fall.id}>
            <a href={`/falls/${fall.id}`}>
              <time dateTime={fall.at}>{timeOfDay(fall.at)}</time> {text.who(fall.patient)}
            </a>{' '}
            {courseOf(fall).join(' · ')}
          </li>
        ))}
      </ol>
      <Facts
        facts={[
          {
            name: text.rows.duty,
            value:
              shifts.length === 0
                ? text.noRoster
                : lines(shifts.map((shift) => text.slot(shift, text.namesOf(shift.caregivers)))),
          },
          ...(gaps.length === 0 ? [] : [{ name: text.rows.gaps, value: lines(gaps.map(text.span)) }]),
          {
            name: text.rows.blind,
            value:
              blind.length === 0
                ? text.neverBlind
                : lines(blind.map(({ patient, spans }) => text.blind(patient, spans))),
          },
          ...(withoutWearable.length === 0
            ? []
            : [{ name: text.withoutWearable, value: lines(withoutWearable.map(text.who)) }]),
        ]}
      />
      <p class="hint">{text.hint}</p>
    </>
  );
}

const lines = (items: readonly string[]): ComponentChildren =>
  items.map((item) => (
    <span key={item} class="night-line">
      {item}
    </span>
  ));

/** What became of a fall. */
function courseOf({ level, source, sensor, claims, resolvedAt, outcome }: NightFall): readonly string[] {
  return [
    levelWords({ level, source, event: sensor?.event ?? null, isTest: false }),
    ...claims.map(({ at, by }) => text.went(by?.name, timeOfDay(at))),
    ...(claims.length === 0 ? [text.nobodyWent] : []),
    resolvedAt === null
      ? text.open
      : text.resolved(timeOfDay(resolvedAt), outcome === null ? undefined : fallWords.outcome[outcome]),
  ];
}
