import { roster } from '../../text/en/roster.ts';
import { timeOfDay } from '../../text/words.ts';
import type { Part } from './planned.ts';

const text = roster.grid;

const HEIGHT = 30;
/** A drawing of milliseconds is beyond the precision of browsers. */
const UNIT_MS = 60_000;

/** How many caregivers are planned through a day: as steps over its hours, and in words. */
export function Staffing({ parts, most }: { readonly parts: readonly Part[]; readonly most: number }) {
  const begin = parts[0]?.from ?? 0;
  const end = parts.at(-1)?.to ?? 0;
  return (
    <>
      <svg
        viewBox={`0 0 ${(end - begin) / UNIT_MS} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
        aria-hidden="true"
      >
        {parts.map(({ from, to, people }) => {
          // The whole height where nobody is.
          const height = people === 0 ? HEIGHT : (HEIGHT * people) / most;
          return (
            <rect
              key={from}
              class={people === 0 ? 'nobody' : undefined}
              x={(from - begin) / UNIT_MS}
              y={HEIGHT - height}
              width={(to - from) / UNIT_MS}
              height={height}
            />
          );
        })}
      </svg>
      <ul>
        {parts.map(({ from, to, people }) => (
          <li key={from} class={people === 0 ? 'nobody' : undefined}>
            {text.part(timeOfDay(from), to === end ? '24:00' : timeOfDay(to), people)}
          </li>
        ))}
      </ul>
    </>
  );
}
