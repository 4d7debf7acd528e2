import type { EscalationPolicy, EscalationReach, EscalationStep } from '../../../api/records.ts';
import { Card } from '../../../components/card.tsx';
import { Icon } from '../../../components/icon.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { reachOfStep, type StepReach } from './reach.ts';

const { words: text } = escalation;

const MOST_FACES = 5;

/** The draft policy as a line of steps, with whom each would reach now. */
export function PolicySummary({
  policy: { steps, repeats },
  groups,
}: {
  readonly policy: EscalationPolicy;
  /** Undefined until they are loaded. */
  readonly groups: readonly EscalationReach[] | undefined;
}) {
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      <ol class="policy-line">
        {steps.map((step, index) => (
          <Step key={String(index)} step={step} groups={groups ?? []} />
        ))}
        <li>
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

function Step({
  step,
  groups,
}: {
  readonly step: EscalationStep;
  readonly groups: readonly EscalationReach[];
}) {
  const { afterSeconds, targets, channels } = step;
  if (!Number.isFinite(afterSeconds) || targets.length === 0 || channels.length === 0)
    return <li>{text.unfinished}</li>;
  const reach = reachOfStep(step, groups);
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
