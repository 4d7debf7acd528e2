import type { EscalationPolicy, EscalationReach, EscalationStep } from '../../../api/records.ts';
import { Card } from '../../../components/card.tsx';
import { Icon } from '../../../components/icon.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { reachOfStep, type StepReach } from './reach.ts';
import { timeAxisOf } from './time-axis.ts';

const { words: text } = escalation;

const MOST_FACES = 5;

/** The draft policy on an axis of time, and its steps, with whom each would reach now. */
export function PolicySummary({
  policy,
  groups,
}: {
  readonly policy: EscalationPolicy;
  /** Undefined until they are loaded. */
  readonly groups: readonly EscalationReach[] | undefined;
}) {
  const { steps, repeats } = policy;
  const reached = steps.map((step) => reachOfStep(step, groups ?? []));
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      <Axis policy={policy} isMissed={(index) => (reached[index]?.unreached ?? 0) > 0} />
      <ol class="policy-line">
        {steps.map((step, index) => (
          <Step key={String(index)} step={step} reach={reached[index]} />
        ))}
        <li class="again">
          {(repeats.times === null || repeats.times > 0) && Number.isFinite(repeats.everySeconds)
            ? text.repeats(repeats.times, repeats.everySeconds)
            : text.noRepeats}
        </li>
      </ol>
      {repeats.times !== null && <p class="hint">{text.end}</p>}
      <p class="hint">{text.fallback}</p>
      <p class="hint">{text.gateways}</p>
    </Card>
  );
}

const AXIS = 24;
const LANE = 28;
const RADIUS = 11;

/** To scale: a mark for each step, smaller ones for the repeats. The list below says the same in words. */
function Axis({
  policy,
  isMissed,
}: {
  readonly policy: EscalationPolicy;
  readonly isMissed: (index: number) => boolean;
}) {
  const { marks, lanes, repeats, ticks } = timeAxisOf(policy);
  const line = lanes * LANE;
  return (
    <svg class="policy-axis" height={line + AXIS} aria-hidden="true">
      <line class="axis" x2="100%" y1={line} y2={line} />
      {ticks.map(({ seconds, place }, index) => (
        <g key={seconds}>
          <line x1={`${place}%`} x2={`${place}%`} y1={line} y2={line + 5} />
          <text x={`${place}%`} y={line + AXIS - 4} text-anchor={index === 0 ? 'start' : 'middle'}>
            {text.tick(seconds)}
          </text>
        </g>
      ))}
      {repeats.map((place) => (
        <circle key={place} class="again" cx={`${place}%`} cy={line} r="5" />
      ))}
      {marks.map(({ number, place, lane }) => (
        <g key={number} class={isMissed(number - 1) ? 'missed' : undefined}>
          <line x1={`${place}%`} x2={`${place}%`} y1={line - lane * LANE - LANE / 2} y2={line} />
          <svg x={`${place}%`} y={line - lane * LANE - LANE / 2} overflow="visible" aria-hidden="true">
            <circle r={RADIUS} />
            <text class="number" y="5" text-anchor="middle">
              {number}
            </text>
          </svg>
        </g>
      ))}
    </svg>
  );
}

function Step({ step, reach }: { readonly step: EscalationStep; readonly reach: StepReach | undefined }) {
  const { afterSeconds, targets, channels } = step;
  if (!Number.isFinite(afterSeconds) || targets.length === 0 || channels.length === 0 || reach === undefined)
    return <li>{text.unfinished}</li>;
  const isMissed = reach.unreached > 0;
  return (
    <li class={isMissed ? 'missed' : undefined}>
      <span class="unseen">{text.step(afterSeconds, targets, channels)}</span>
      <strong aria-hidden="true">{text.at(afterSeconds)}</strong>
      <span class="who" aria-hidden="true">
        {text.who(targets)}
      </span>
      {reach.people.length > 0 && <Faces reach={reach} />}
      {isMissed && (
        <span class="reach-state no">
          <Icon name="cross" />
          {text.missed(reach.unreached, reach.residents)}
        </span>
      )}
    </li>
  );
}

function Faces({ reach: { people, channels } }: { readonly reach: StepReach }) {
  const shown = people.slice(0, people.length > MOST_FACES ? MOST_FACES - 1 : MOST_FACES);
  const more = people.length - shown.length;
  return (
    <>
      <span class="unseen">
        {text.reached(
          shown.map(({ name }) => name),
          more,
        )}
      </span>
      <span class="faces" aria-hidden="true">
        {shown.map(({ id, name }) => (
          <span key={id} class="face" title={name}>
            {initialsOf(name)}
          </span>
        ))}
        {more > 0 && <span class="face more">+{more}</span>}
      </span>
      <span class="hint" aria-hidden="true">
        {text.by(channels)}
      </span>
    </>
  );
}

/** Of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0])
    .join('')
    .toLocaleUpperCase();
}
