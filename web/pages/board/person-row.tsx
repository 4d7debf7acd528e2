import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { BoardPerson } from '../../api/records.ts';
import { AbsenceNote } from '../../components/absence-note.tsx';
import { Ago } from '../../components/ago.tsx';
import { Trend } from '../../components/trend.tsx';
import { INACTIVE_AFTER_MS, isBatteryLow } from '../../state/board-person.ts';
import { slowNow } from '../../state/clock.ts';
import { hasOpenAlert, healthOf } from '../../state/health.ts';
import { people } from '../../state/people.ts';
import { isQuiet } from '../../state/wearable-signal.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';

const { row } = board;

/** Reads its own person's signal, so a reading re-renders one row and not the list. The link covers the whole row. */
export function PersonRow({
  id,
  observer,
}: {
  readonly id: string;
  readonly observer: IntersectionObserver;
}) {
  const element = useRef<HTMLTableRowElement>(null);
  const person = people.get(id)?.value;
  useEffect(() => {
    const row = element.current;
    if (row === null) return;
    observer.observe(row);
    return () => observer.unobserve(row);
  }, [observer]);
  if (person === undefined) return null;
  const { batteryLevel } = person;
  const isLow = isBatteryLow(person);
  return (
    <tr
      class={isQuiet(person.signal) || person.pausedAt !== null ? 'person quiet-signal' : 'person'}
      ref={element}
      data-key={id}
    >
      <td class="person-room">{person.room ?? row.none}</td>
      <td class="who">
        <a href={`/patients/${id}`}>{person.name}</a> <AbsenceNote person={person} />
      </td>
      <Vital name={row.lastReading}>
        <LastReading person={person} />
      </Vital>
      <Vital name={row.battery} concern={isLow ? 'some' : 'none'}>
        {batteryLevel === null ? row.none : row.percent(batteryLevel)}
        {isLow && ` ${row.batteryLow}`}
      </Vital>
      <HeartRate person={person} />
      <Health person={person} />
    </tr>
  );
}

function HeartRate({ person: { heartRate, trend } }: { readonly person: BoardPerson }) {
  return (
    <Vital name={row.heartRate}>
      {heartRate === null ? row.none : row.perMinute(heartRate)} <Trend points={trend} label={row.trend} />
    </Vital>
  );
}

const CONCERNS = ['none', 'some', 'great'] as const;

/** Without a wearable, or before its first reading, the score says nothing about the resident. */
function Health({ person: { id, healthScore, lastSeen, deviceStatus } }: { readonly person: BoardPerson }) {
  const hasAlert = useComputed(() => hasOpenAlert.value.has(id)).value;
  if (hasAlert)
    return (
      <Vital name={row.health} concern="great">
        {common.health.alert}
      </Vital>
    );
  if (lastSeen === null || deviceStatus === null) return <Vital name={row.health}>{row.none}</Vital>;
  const { word, concern } = healthOf(healthScore);
  return (
    <Vital name={row.health} concern={CONCERNS[concern]}>
      {healthScore} {common.health[word]}
    </Vital>
  );
}

function Vital({
  name,
  concern = 'none',
  children,
}: {
  readonly name: string;
  readonly concern?: 'none' | 'some' | 'great';
  readonly children: ComponentChildren;
}) {
  return (
    <td class="vital">
      <span class="vital-name">{name} </span>
      <span class={`vital-value concern-${concern}`}>{children}</span>
    </td>
  );
}

const FRESH_MS = 2 * 60_000;

/** Changes colour with age: old values are unreliable. */
function LastReading({
  person: { id, lastSeen, deviceStatus, signal, pausedAt },
}: {
  readonly person: BoardPerson;
}) {
  const className = useComputed(() => {
    const at = Date.parse(people.get(id)?.value.lastSeen ?? '');
    const age = slowNow(at || 0).value - at;
    return age < FRESH_MS ? 'concern-none' : age < INACTIVE_AFTER_MS ? 'concern-some' : 'concern-great';
  });
  if (deviceStatus === null) return <>{row.noDevice}</>;
  if (deviceStatus === 'DISABLED') return <>{common.deviceStatus.DISABLED}</>;
  if (pausedAt !== null) return <Ago at={pausedAt} calm words={row.phoneLocked} />;
  if (lastSeen === null) return <>{row.never}</>;
  if (isQuiet(signal)) return <Ago at={lastSeen} calm words={row.noSignal} />;
  return (
    <span class={className}>
      <Ago at={lastSeen} calm />
    </span>
  );
}
