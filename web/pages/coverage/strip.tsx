import type { CoverageDay } from '../../api/records.ts';
import { coverage as text } from '../../text/en/coverage.ts';
import { calendarDayAndMonth } from '../../text/words.ts';

type Hour = NonNullable<CoverageDay['hours']>[number];

/** From the bottom up; blind minutes hang from the top. */
export const KINDS = ['connected', 'late', 'absent', 'blind'] as const;
export type Kind = (typeof KINDS)[number];

/** From light to dark, in one colour, so that they differ in print, too. */
const SHADES = {
  connected: { fill: 'currentColor', 'fill-opacity': 0.2 },
  late: { fill: 'currentColor', 'fill-opacity': 0.5 },
  absent: {
    fill: 'none',
    stroke: 'currentColor',
    'stroke-dasharray': '2',
    'vector-effect': 'non-scaling-stroke',
  },
  blind: { fill: 'currentColor' },
} as const;

const FRAME = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-opacity': 0.4,
  'vector-effect': 'non-scaling-stroke',
} as const;

const HEIGHT = 60;
const GAP = 0.12;

const minutesOf = (hour: Hour, kind: Kind): number => hour[`${kind}Minutes`];

/** One path for all hours of a kind: a page of 200 residents has thousands of hours. */
function pathOf(hours: readonly Hour[], kind: Kind): string {
  const below = KINDS.slice(0, KINDS.indexOf(kind));
  return hours
    .map((hour, column) => {
      const height = minutesOf(hour, kind);
      const base = below.reduce((sum, other) => sum + minutesOf(hour, other), 0);
      const top = kind === 'blind' ? 0 : HEIGHT - base - height;
      return height === 0 ? '' : `M${column + GAP} ${top}h${1 - 2 * GAP}v${height}h${2 * GAP - 1}z`;
    })
    .join('');
}

/** A day of a resident, one column an hour. */
export function Strip({ day }: { readonly day: CoverageDay }) {
  const hours = day.hours ?? [];
  return (
    <li>
      <span aria-hidden="true">{calendarDayAndMonth(day.date)}</span>
      <svg
        role="img"
        aria-label={text.day(day)}
        viewBox={`0 0 ${hours.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height="40"
      >
        <title>{text.day(day)}</title>
        <path {...FRAME} d={`M0 0h${hours.length}v${HEIGHT}h-${hours.length}z`} />
        {KINDS.map((kind) => (
          <path key={kind} {...SHADES[kind]} d={pathOf(hours, kind)} />
        ))}
      </svg>
    </li>
  );
}

/** What the shades mean. */
export const Legend = () => (
  <ul class="coverage-days">
    {KINDS.map((kind) => (
      <li key={kind}>
        <svg viewBox="0 0 1 1" width="16" height="16" aria-hidden="true">
          <path {...FRAME} d="M0 0h1v1h-1z" />
          <path {...SHADES[kind]} d="M0 0h1v1h-1z" />
        </svg>{' '}
        {text.kinds[kind]}
      </li>
    ))}
  </ul>
);
