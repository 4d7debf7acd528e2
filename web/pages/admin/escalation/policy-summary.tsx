import type { EscalationPolicy } from '../../../api/records.ts';
import { Card } from '../../../components/card.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';

const { words: text } = escalation;

/** The draft policy as sentences. */
export function PolicySummary({ policy: { steps, repeats } }: { readonly policy: EscalationPolicy }) {
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      <ol class="policy-steps">
        {steps.map(({ afterSeconds, targets, channels }, index) => (
          <li key={String(index)}>
            {Number.isFinite(afterSeconds) && targets.length > 0 && channels.length > 0
              ? text.step(afterSeconds, targets, channels)
              : text.unfinished}
          </li>
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
