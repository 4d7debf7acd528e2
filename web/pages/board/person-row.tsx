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

/** Reads its own person: a reading draws one row anew, and no list. */
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
  const { healthScore, batteryLevel } = person;
  const isLow = isBatteryLow(person);
  return (
    <li class="person" ref={element} data-key={id}>
      <p class="who">
        <a href={`/patients/${id}`}>{person.name}</a>
        {person.room && <span class="room">{common.room(person.room)}</span>}
      </p>
      <Sign name={row.lastHeard}>
        <LastHeard person={person} />
      </Sign>
      <Sign name={row.battery} worry={isLow ? 'some' : 'none'}>
        {batteryLevel === null ? row.none : row.percent(batteryLevel)}
        {isLow && ` ${row.batteryLow}`}
      </Sign>
      <Sign name={row.health} worry={healthScore < 50 ? 'great' : healthScore < 75 ? 'some' : 'none'}>
        {healthScore} {row.healthWord(healthScore)}
      </Sign>
      <Trend points={person.trend} label={row.trend} />
    </li>
  );
}

function Sign({
  name,
  worry = 'none',
  children,
}: {
  readonly name: string;
  readonly worry?: 'none' | 'some' | 'great';
  readonly children: ComponentChildren;
}) {
  return (
    <p class="sign">
      <span class="sign-name">{name} </span>
      <span class={`worry-${worry}`}>{children}</span>
    </p>
  );
}

const FRESH_MS = 2 * 60_000;
const OLD_MS = 30 * 60_000;

/** Ages visibly: what is old is not to be trusted. */
function LastHeard({ person: { id, lastSeen, deviceStatus } }: { readonly person: BoardPerson }) {
  const look = useComputed(() => {
    const at = Date.parse(people.get(id)?.value.lastSeen ?? '');
    const age = slowNow(at || 0).value - at;
    return age < FRESH_MS ? 'worry-none' : age < OLD_MS ? 'worry-some' : 'worry-great';
  });
  if (lastSeen === null) return <>{deviceStatus === null ? board.row.noDevice : board.row.never}</>;
  return (
    <span class={look}>
      <Ago at={lastSeen} calm />
    </span>
  );
}
