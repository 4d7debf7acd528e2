import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { BoardPerson } from '../../api/records.ts';
import { Ago } from '../../components/ago.tsx';
import { Trend } from '../../components/trend.tsx';
import { slowNow } from '../../state/clock.ts';
import { isBatteryLow, people } from '../../state/people.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';

/** Reads its own person's signal, so a reading re-renders one row and not the list. */
export function PersonRow({
  id,
  observer,
}: {
  readonly id: string;
  readonly observer: IntersectionObserver;
}) {
  const element = useRef<HTMLLIElement>(null);
  const person = people.get(id)?.value;
  useEffect(() => {
    const row = element.current;
    if (row === null) return;
    observer.observe(row);
    return () => observer.unobserve(row);
  }, [observer]);
  if (person === undefined) return null;
  const { row } = board;
  const { batteryLevel } = person;
  const isLow = isBatteryLow(person);
  return (
    <li class="person" ref={element} data-key={id}>
      <p class="who">
        <a href={`/patients/${id}`}>{person.name}</a>
        {person.room && <span class="room">{common.room(person.room)}</span>}
      </p>
      <Vital name={row.lastReading}>
        <LastReading person={person} />
      </Vital>
      <Vital name={row.battery} concern={isLow ? 'some' : 'none'}>
        {batteryLevel === null ? row.none : row.percent(batteryLevel)}
        {isLow && ` ${row.batteryLow}`}
      </Vital>
      <Health person={person} />
      <Trend points={person.trend} label={row.trend} />
    </li>
  );
}

/** Before the first reading the score says nothing about the resident. */
function Health({ person: { healthScore, lastSeen } }: { readonly person: BoardPerson }) {
  const { row } = board;
  if (lastSeen === null) return <Vital name={row.health}>{row.none}</Vital>;
  return (
    <Vital name={row.health} concern={healthScore < 50 ? 'great' : healthScore < 75 ? 'some' : 'none'}>
      {healthScore} {row.healthWord(healthScore)}
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
    <p class="vital">
      <span class="vital-name">{name} </span>
      <span class={`concern-${concern}`}>{children}</span>
    </p>
  );
}

const FRESH_MS = 2 * 60_000;
const OLD_MS = 30 * 60_000;

/** Changes colour with age: old values are unreliable. */
function LastReading({ person: { id, lastSeen, deviceStatus } }: { readonly person: BoardPerson }) {
  const className = useComputed(() => {
    const at = Date.parse(people.get(id)?.value.lastSeen ?? '');
    const age = slowNow(at || 0).value - at;
    return age < FRESH_MS ? 'concern-none' : age < OLD_MS ? 'concern-some' : 'concern-great';
  });
  if (lastSeen === null) return <>{deviceStatus === null ? board.row.noDevice : board.row.never}</>;
  return (
    <span class={className}>
      <Ago at={lastSeen} calm />
    </span>
  );
}
