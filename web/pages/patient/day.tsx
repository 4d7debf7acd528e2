import type { DayKind, PatientDay } from '../../api/records.ts';
import { patientDay as text } from '../../text/en/patient-day.ts';
import { duration, timeOfDay } from '../../text/words.ts';

const HOUR_MS = 3_600_000;
const HEIGHT = 48;
const AXIS = 20;
/** So many times on the axis fit on a phone. */
const MOST_TIMES = 5;
/** The taller, the more the wearer moved; what is no movement hangs from the top. */
const SHARES: Readonly<Record<DayKind, number>> = {
  ACTIVE: 1,
  LIGHT: 0.6,
  STILL: 0.25,
  WORN: 0.25,
  NOT_WORN: 0.6,
  NO_SIGNAL: 1,
  AWAY: 1,
};
const KINDS = Object.keys(SHARES) as DayKind[];
const HANGS: ReadonlySet<DayKind> = new Set(['NOT_WORN', 'NO_SIGNAL', 'AWAY']);

/** The last 24 hours as a band: moving, still, not worn, no signal (docs/movement.md). */
export function Day({ day }: { readonly day: PatientDay }) {
  const [start, end] = [Date.parse(day.from), Date.parse(day.until)];
  const place = (at: number): number => (Math.min(1, (at - start) / (end - start)) * 10_000) / 100;
  const totals = new Map<DayKind, number>();
  for (const { kind, from, until } of day.spans)
    totals.set(kind, (totals.get(kind) ?? 0) + Date.parse(until) - Date.parse(from));
  const shown = KINDS.filter((kind) => totals.has(kind));
  const words = (kind: DayKind): string => `${text.kinds[kind]} ${duration(totals.get(kind) ?? 0)}`;
  return (
    <figure class="day">
      <figcaption class="chart-label">{text.title}</figcaption>
      <svg role="img" aria-label={text.label(shown.map(words))} width="100%" height={HEIGHT + AXIS}>
        <title>{text.title}</title>
        <line class="day-floor" x2="100%" y1={HEIGHT} y2={HEIGHT} />
        {day.spans.map(({ kind, from, until }) => {
          const left = place(Date.parse(from));
          const height = HEIGHT * SHARES[kind];
          return (
            <rect
              key={from}
              class={`day-${kind.toLowerCase().replace('_', '-')}`}
              x={`${left}%`}
              width={`${place(Date.parse(until)) - left}%`}
              y={HANGS.has(kind) ? 0 : HEIGHT - height}
              height={height}
            />
          );
        })}
        {timesBetween(start, end).map((at) => (
          <text key={at} x={`${place(at)}%`} y={HEIGHT + AXIS - 5} text-anchor="middle">
            {timeOfDay(at)}
          </text>
        ))}
      </svg>
      <ul class="day-legend">
        {shown.map((kind) => (
          <li key={kind}>
            <svg viewBox="0 0 1 1" width="14" height="14" aria-hidden="true">
              <rect class={`day-${kind.toLowerCase().replace('_', '-')}`} width="1" height="1" />
            </svg>{' '}
            {words(kind)}
          </li>
        ))}
      </ul>
      <p class="hint">{text.hint}</p>
    </figure>
  );
}

/** Full hours, none at the edges, where its label would be cut off. */
function timesBetween(start: number, end: number): readonly number[] {
  const step = HOUR_MS * Math.max(1, Math.ceil((end - start) / HOUR_MS / MOST_TIMES));
  const margin = (end - start) / 15;
  const times: number[] = [];
  for (let at = Math.ceil((start + margin) / HOUR_MS) * HOUR_MS; at <= end - margin; at += step)
    times.push(at);
  return times;
}

/** What the wearer does now, and for how long: `Still for 4 min`. */
export function nowOf({ spans, until }: PatientDay): string | undefined {
  const last = spans.at(-1);
  if (last === undefined) return undefined;
  return text.now(last.kind, duration(Date.parse(until) - Date.parse(last.from)));
}
