import type { ComponentChildren } from 'preact';
import type { Night, NightFall } from '../../api/records.ts';
import { now } from '../../state/clock.ts';
import { night as text } from '../../text/en/night.ts';
import { timeOfDay } from '../../text/words.ts';
import { lanesOf, type Stretch } from './lanes.ts';

const HOUR_MS = 3_600_000;
const AXIS_HOURS = 3;
const LANE = 18;
const AXIS = 20;
const MARK = 6;
/** A fall needs so much room beside the next one, however soon it was resolved. */
const SHORTEST_MS = HOUR_MS / 3;

const SHAPES = {
  fell: `M0 ${-MARK}l${MARK} ${MARK}l${-MARK} ${MARK}l${-MARK} ${-MARK}z`,
  claimed: `M${-MARK} 0a${MARK} ${MARK} 0 1 0 ${2 * MARK} 0a${MARK} ${MARK} 0 1 0 ${-2 * MARK} 0z`,
  resolved: `M${-MARK} ${-MARK}h${2 * MARK}v${2 * MARK}h${-2 * MARK}z`,
} as const;

export type NightMark = keyof typeof SHAPES;

/** A night as one picture: falls, the roster and its gaps, and times without readings, on one axis. */
export function Strip({ night }: { readonly night: Night }) {
  const [start, end] = [Date.parse(night.from), Date.parse(night.until)];
  const place = (at: number): number =>
    Math.round(((Math.min(end, Math.max(start, at)) - start) / (end - start)) * 10_000) / 100;
  const hours: number[] = [];
  for (let at = start; at <= end; at += AXIS_HOURS * HOUR_MS) hours.push(at);
  const present = now.value < end ? Math.max(now.value, start) : undefined;
  const bar = (kind: string, from: string, until: string) => {
    const left = place(Date.parse(from));
    return (
      <rect
        key={`${from} ${until}`}
        class={`night-${kind}`}
        x={`${left}%`}
        y="3"
        width={`${place(Date.parse(until)) - left}%`}
        height={LANE - 6}
      />
    );
  };
  const row = (name: string, lanes: number, children: ComponentChildren) => (
    <>
      <span>{name}</span>
      <svg width="100%" height={lanes * LANE} aria-hidden="true">
        {hours.map((at) => (
          <line key={at} class="night-hour" x1={`${place(at)}%`} x2={`${place(at)}%`} y2="100%" />
        ))}
        {children}
        {present !== undefined && (
          <line class="night-now" x1={`${place(present)}%`} x2={`${place(present)}%`} y2="100%" />
        )}
      </svg>
    </>
  );
  const lanes = lanesOf(night.falls.map((fall) => stretchOf(fall, Math.min(now.value, end))));
  return (
    <div class="night" role="img" aria-label={text.summary(night)}>
      {row(
        text.rows.falls,
        Math.max(1, lanes.length),
        lanes.map((lane, index) => (
          <svg key={index} y={index * LANE + LANE / 2} overflow="visible" aria-hidden="true">
            {lane.map(({ fall, over }) => (
              <FallMarks key={fall.id} fall={fall} over={over} place={place} />
            ))}
          </svg>
        )),
      )}
      {night.shifts.map((shift) =>
        row(
          text.shift(shift.name, shift.caregivers),
          1,
          shift.caregivers.length > 0 && bar('duty', shift.from, shift.until),
        ),
      )}
      {night.gaps.length > 0 &&
        row(
          text.rows.gaps,
          1,
          night.gaps.map(({ from, until }) => bar('gap', from, until)),
        )}
      {row(
        text.rows.blind,
        1,
        night.blind.map(({ patient, spans }) => (
          <g key={patient.id}>{spans.map(({ from, until }) => bar('blind', from, until))}</g>
        )),
      )}
      <span />
      <svg width="100%" height={AXIS} aria-hidden="true">
        {hours.map((at) => (
          <text
            key={at}
            x={`${place(at)}%`}
            y={AXIS - 5}
            text-anchor={at === start ? 'start' : at + HOUR_MS > end ? 'end' : 'middle'}
          >
            {timeOfDay(at)}
          </text>
        ))}
      </svg>
    </div>
  );
}

interface Drawn extends Stretch {
  readonly fall: NightFall;
  /** When it was resolved, or until when it is known to be open. */
  readonly over: number;
}

function stretchOf(fall: NightFall, until: number): Drawn {
  const from = Date.parse(fall.at);
  const over = fall.resolvedAt === null ? until : Date.parse(fall.resolvedAt);
  return { fall, over, from, until: Math.max(over, from) + SHORTEST_MS };
}

/** From the fall a line until it was resolved: thick while nobody was on the way. */
function FallMarks({
  fall,
  over,
  place,
}: {
  readonly fall: NightFall;
  readonly over: number;
  readonly place: (at: number) => number;
}) {
  const claims = fall.claims.map(({ at }) => Date.parse(at));
  const [fell, first] = [Date.parse(fall.at), Math.min(over, ...claims)];
  const line = (kind: string, from: number, until: number) => (
    <line class={`night-${kind}`} x1={`${place(from)}%`} x2={`${place(until)}%`} />
  );
  const mark = (kind: NightMark, at: number) => (
    <svg key={`${kind} ${at}`} x={`${place(at)}%`} overflow="visible" aria-hidden="true">
      <path class={`night-${kind}`} d={SHAPES[kind]} />
    </svg>
  );
  return (
    <>
      {line('waiting', fell, first)}
      {line('going', first, over)}
      {fall.resolvedAt !== null && mark('resolved', over)}
      {claims.map((at) => mark('claimed', at))}
      {mark('fell', fell)}
    </>
  );
}

/** What the marks mean. */
export const Legend = () => (
  <ul class="night-legend">
    {(Object.keys(SHAPES) as NightMark[]).map((kind) => (
      <li key={kind}>
        <svg viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true">
          <path class={`night-${kind}`} d={SHAPES[kind]} />
        </svg>{' '}
        {text.marks[kind]}
      </li>
    ))}
  </ul>
);
