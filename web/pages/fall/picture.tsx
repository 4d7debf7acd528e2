import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FallDetail, HistoryPoint } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { ValueTable } from '../../components/chart.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { now } from '../../state/clock.ts';
import { fall as text } from '../../text/en/fall.ts';
import { exactDuration, timeWithSeconds } from '../../text/words.ts';
import { axisOf, type Band, bandsOf, LONGEST_GAP_MS, type Movement } from './picture-axis.ts';
import { stageTimesOf } from './stage-times.ts';
import { Stages } from './stages.tsx';

const { picture: words, signal } = text;
const MINUTE_MS = 60_000;
const BEFORE_MS = MINUTE_MS;
const AFTER_MS = 2 * MINUTE_MS;
/** Readings after the impact are still arriving. */
const REFRESH_MS = 30_000;
/** In m/s²: at rest the line lies in the middle. */
const LEAST_TOP = 20;

/** The fall and the response to it on one axis. The tables below it have the same in figures. */
export function Picture({ detail }: { readonly detail: FallDetail }) {
  const { deviceId, createdAt, isTest } = detail;
  const isMeasured = deviceId !== null && !isTest;
  return (
    <Card title={words.title}>
      {isMeasured ? (
        <Measured detail={detail} deviceId={deviceId} at={Date.parse(createdAt)} />
      ) : (
        <>
          {!isTest && <p class="hint">{signal.none}</p>}
          <Drawing detail={detail} readings={undefined} />
        </>
      )}
      <Stages detail={detail} />
    </Card>
  );
}

function Measured({
  detail,
  deviceId,
  at,
}: {
  readonly detail: FallDetail;
  readonly deviceId: string;
  readonly at: number;
}) {
  const to = at + AFTER_MS;
  const range = { from: new Date(at - BEFORE_MS).toISOString(), to: new Date(to).toISOString() };
  const { data, failure, reload } = useLoad('/device/{id}/readings', {
    path: { id: deviceId },
    query: { resolution: 'raw', ...range },
  });
  useEffect(() => {
    const refresh = setInterval(() => {
      if (now.peek() > to + REFRESH_MS) clearInterval(refresh);
      else void reload();
    }, REFRESH_MS);
    return () => clearInterval(refresh);
  }, [to, reload]);
  const readings = useMemo(() => (data ?? []).map(movementOf), [data]);
  if (data === undefined)
    return (
      <div class="fall-picture">
        <Loading failure={failure} retry={reload} />
      </div>
    );
  return (
    <>
      <Drawing detail={detail} readings={readings} />
      <p class="hint">{words.hint}</p>
      <ValueTable
        label={signal.title}
        times={readings.map((one) => one.at)}
        series={[
          { label: signal.acceleration, values: readings.map(({ acceleration }) => acceleration) },
          { label: signal.rotation, values: readings.map(({ rotation }) => rotation) },
        ]}
        format={words.value}
      />
    </>
  );
}

const movementOf = ({ timestamp, accelMagnitudeMax, gyroMagnitude }: HistoryPoint): Movement => ({
  at: Date.parse(timestamp),
  acceleration: accelMagnitudeMax,
  rotation: gyroMagnitude,
});

/** In px: the drawing is as wide as its place, so that its words stay as large as all others. */
const [PHASES, CURVE_TOP, CURVE_BOTTOM, BAND, LANE, TICKS] = [14, 24, 92, 22, 26, 24] as const;
const USUAL_WIDTH = 600;
/** Narrower bands have no words in them. */
const WORDS_WIDTH = 76;
/** From here on, the time of day stands beside a stage. */
const WIDE = 480;

function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const fit = new ResizeObserver(() => setWidth(Math.max(200, element.clientWidth)));
    fit.observe(element);
    return () => fit.disconnect();
  }, []);
  return { place, width };
}

/** `readings` is undefined where no wearable measured the fall. */
function Drawing({
  detail,
  readings,
}: {
  readonly detail: FallDetail;
  readonly readings: readonly Movement[] | undefined;
}) {
  const { place, width } = useWidth();
  const at = Date.parse(detail.createdAt);
  const [from, knee] = [readings === undefined ? at : at - BEFORE_MS, at + AFTER_MS];
  const stages = stageTimesOf(detail.stages).flatMap(({ stage, at: reached, after }) =>
    stage === 'impactAt' || stage === 'receivedAt' || reached === null
      ? []
      : [{ stage, after, at: Date.parse(reached), name: words.stages[stage] }],
  );
  const end = Math.max(...stages.map((stage) => stage.at), at);
  const { x, breakAt } = axisOf(from, knee, end, width);
  const known = Math.min(knee, Math.max(at, now.peek()));
  const bands = readings === undefined ? [] : bandsOf(readings, from, known);
  const lanes = readings === undefined ? 8 : CURVE_BOTTOM + BAND + 12;
  const bottom = lanes + LANE * stages.length;
  const turned = turnedBy(detail);
  const spoken = [
    ...(readings === undefined ? [] : [peakText(readings), ...spokenBands(bands, at)]),
    ...(turned === undefined ? [] : [words.turned(turned)]),
    ...stages.map(({ name, at: reached, after }) => words.reached(name, timeWithSeconds(reached), after)),
  ];
  return (
    <div ref={place} class="fall-picture">
      <svg
        role="img"
        aria-label={spoken.join('. ')}
        width={width}
        height={bottom + TICKS}
        viewBox={`0 0 ${width} ${bottom + TICKS}`}
      >
        {readings !== undefined && (
          <>
            <text class="phase" x={(x(from) + x(at)) / 2} y={PHASES} text-anchor="middle">
              {words.before}
            </text>
            <text class="phase" x={(x(at) + x(knee)) / 2} y={PHASES} text-anchor="middle">
              {turned === undefined || width < WIDE ? words.after : `${words.after}: ${words.turned(turned)}`}
            </text>
            <path class="curve" d={curveOf(readings, x)} />
            {bands.map((band) => (
              <BandBox key={band.from} band={band} x={x} />
            ))}
          </>
        )}
        <line
          class="impact"
          x1={x(at)}
          x2={x(at)}
          y1={readings === undefined ? 0 : CURVE_TOP - 4}
          y2={bottom}
        />
        {stages.map(({ stage, name, after, at: reached }, index) => (
          <Lane
            key={stage}
            words={width < WIDE ? `${name} · ${after}` : `${name} ${timeWithSeconds(reached)} · ${after}`}
            from={x(index === 0 ? at : (stages[index - 1]?.at ?? at))}
            to={x(reached)}
            y={lanes + LANE * (index + 0.5)}
            width={width}
          />
        ))}
        <line class="axis" x1={0} x2={breakAt?.[0] ?? width} y1={bottom} y2={bottom} />
        {breakAt !== undefined && (
          <>
            <line class="axis" x1={breakAt[1]} x2={width} y1={bottom} y2={bottom} />
            <path
              class="break"
              d={`M${breakAt[0]} ${bottom + 5}l5-10M${breakAt[1] - 5} ${bottom + 5}l5-10`}
            />
            <text x={width} y={bottom + 17} text-anchor="end">
              {words.later(exactDuration(Math.floor((end - at) / 1_000)))}
            </text>
          </>
        )}
        {[-1, 0, 1, 2].map((minute) => {
          const tick = at + minute * MINUTE_MS;
          if (tick < from) return null;
          const place = x(tick);
          const isLast = breakAt === undefined && tick === knee;
          return (
            <text
              key={minute}
              x={place}
              y={bottom + 17}
              text-anchor={place === 0 ? 'start' : isLast ? 'end' : 'middle'}
            >
              {minute === 0 ? timeWithSeconds(at) : words.minutes(minute)}
            </text>
          );
        })}
      </svg>
      {readings !== undefined && <Key />}
    </div>
  );
}

/** What the shades mean: narrow bands have no words in them. */
const Key = () => (
  <ul class="posture-key">
    {(['moving', 'still', 'unknown'] as const).map((posture) => (
      <li key={posture}>
        <svg class={posture} width="16" height="16" aria-hidden="true">
          <rect x="1" y="1" width="14" height="14" />
        </svg>
        {words.posture[posture]}
      </li>
    ))}
  </ul>
);

function BandBox({ band, x }: { readonly band: Band; readonly x: (ms: number) => number }) {
  const [start, end] = [x(band.from), x(band.to)];
  return (
    <g class={`posture ${band.posture}`}>
      <rect x={start} y={CURVE_BOTTOM + 4} width={Math.max(1, end - start)} height={BAND} />
      {end - start >= WORDS_WIDTH && (
        <text x={(start + end) / 2} y={CURVE_BOTTOM + 4 + BAND - 7} text-anchor="middle">
          {words.posture[band.posture]}
        </text>
      )}
    </g>
  );
}

/** A stage of the response: a line from the one before, and its words beside or above it. */
function Lane({
  words: label,
  from,
  to,
  y,
  width,
}: {
  readonly words: string;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly width: number;
}) {
  const isLate = to > width / 2;
  return (
    <g class="lane">
      <line x1={Math.min(from, to)} x2={to} y1={y} y2={y} />
      <circle cx={Math.min(width - 5, Math.max(5, to))} cy={y} r={5} />
      <text
        x={isLate ? Math.min(width, to + 5) : to + 12}
        y={isLate ? y - 8 : y + 4}
        text-anchor={isLate ? 'end' : 'start'}
      >
        {label}
      </text>
    </g>
  );
}

function curveOf(readings: readonly Movement[], x: (ms: number) => number): string {
  const top = Math.max(LEAST_TOP, ...readings.map(({ acceleration }) => acceleration));
  let path = '';
  let before: number | undefined;
  for (const { at, acceleration } of readings) {
    const pen = before === undefined || at - before > LONGEST_GAP_MS ? 'M' : 'L';
    const y = CURVE_BOTTOM - (acceleration / top) * (CURVE_BOTTOM - CURVE_TOP);
    path += `${pen}${x(at).toFixed(1)} ${y.toFixed(1)}`;
    before = at;
  }
  return path;
}

const peakText = (readings: readonly Movement[]): string =>
  readings.length === 0
    ? words.noReadings
    : words.peak(signal.metres(Math.max(...readings.map(({ acceleration }) => acceleration))));

const spokenBands = (bands: readonly Band[], at: number): readonly string[] =>
  bands.map(({ posture, from, to }) =>
    (from < at ? words.bandBefore : words.bandAfter)(
      words.posture[posture],
      exactDuration(Math.round((to - from) / 1_000)),
    ),
  );

/** By how many degrees the body has turned, if the detector has seen the time after the impact. */
function turnedBy({ assessment }: FallDetail): number | undefined {
  if (assessment === null || assessment.secondsSinceImpact === 0) return undefined;
  const radians = assessment.reasons.find(({ name }) => name === 'postureChange')?.value;
  return radians === undefined ? undefined : Math.round((radians * 180) / Math.PI);
}
