import { useComputed } from '@preact/signals';
import { Ago } from '../../parts/ago.tsx';
import { Trend } from '../../parts/trend.tsx';
import { now } from '../../state/clock.ts';
import { isLoaded, people, totalPeople } from '../../state/people.ts';
import { board } from '../../text/en/board.ts';

export function People() {
  const ids = people.keys.value;
  return (
    <section aria-labelledby="people">
      <h2 id="people">{board.people}</h2>
      {isLoaded.value && ids.length === 0 && <p class="empty">{board.noPeople}</p>}
      {totalPeople.value > ids.length && <p>{board.morePeople(ids.length, totalPeople.value)}</p>}
      <ul class="people">
        {ids.map((id) => (
          <PersonRow key={id} id={id} />
        ))}
      </ul>
    </section>
  );
}

function PersonRow({ id }: { readonly id: string }) {
  const person = people.get(id)?.value;
  if (person === undefined) return null;
  const { row } = board;
  return (
    <li class="person">
      <a class="name" href={`/patients/${id}`}>
        {person.name}
      </a>
      <span class="sign">
        <span class="sign-name">{row.lastHeard}</span>
        {person.lastSeen === null ? (
          person.deviceStatus === null ? (
            row.noDevice
          ) : (
            row.never
          )
        ) : (
          <LastHeard at={person.lastSeen} />
        )}
      </span>
      <span class="sign">
        <span class="sign-name">{row.battery}</span>
        {person.batteryLevel === null ? '–' : row.percent(person.batteryLevel)}
      </span>
      <span class="sign">
        <span class="sign-name">{row.health}</span>
        {person.healthScore}
      </span>
      <Trend points={person.trend} label={row.trend} />
    </li>
  );
}

const FRESH_MS = 2 * 60_000;
const OLD_MS = 30 * 60_000;

/** Ages visibly: what is old is not to be trusted. */
function LastHeard({ at }: { readonly at: string }) {
  const look = useComputed(() => {
    const age = now.value - Date.parse(at);
    return `heard ${age < FRESH_MS ? 'fresh' : age < OLD_MS ? 'ageing' : 'old'}`;
  });
  return (
    <span class={look}>
      <Ago at={at} />
    </span>
  );
}
