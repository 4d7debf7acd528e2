import type { WearerDetector } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { patient as text } from '../../text/en/patient.ts';
import { wearerPhrases } from '../../text/en/wearer-phrases.ts';

const { detector: words } = text;

/** How sensitive the detector is for this resident, after the outcomes of their falls. */
export function Detector({
  patientId,
  name,
  state: { summary, meaning, falseAlarms },
  onChanged,
}: {
  readonly patientId: string;
  readonly name: string;
  readonly state: WearerDetector;
  readonly onChanged: () => unknown;
}) {
  return (
    <div class="detector">
      <p>
        <b>{words.label}:</b> {wearerPhrases.reworded(summary)}.{' '}
        <span class="hint">{wearerPhrases.reworded(meaning)}</span>
      </p>
      {falseAlarms > 0 && (
        <ConfirmButton
          title={words.resetTitle(name)}
          confirm={words.reset}
          act={() => api.delete('/patients/{id}/detector', { path: { id: patientId } })}
          onDone={onChanged}
        >
          <p>{words.resetText}</p>
        </ConfirmButton>
      )}
    </div>
  );
}
