import { api } from '../../api/rest.ts';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { FallFields, fallDetails } from '../../components/fall-fields.tsx';
import { Radios } from '../../components/field.tsx';
import { patient as text } from '../../text/en/patient.ts';

const { report: words } = text;

/** As in a resident's own report: HIGH, which quiet hours do not mute, or an emergency. */
const CONFIDENCE: Readonly<Record<string, number>> = { fall: 0.8, emergency: 1 };

/** For a fall that no wearable has noticed. */
export function ReportFall({
  patientId,
  name,
  onDone,
}: {
  readonly patientId: string;
  readonly name: string;
  readonly onDone: () => unknown;
}) {
  const send = ({ urgency = '', withPatient = '', ...entered }: Readonly<Record<string, string>>) =>
    api.post('/patients/{id}/falls', {
      path: { id: patientId },
      body: {
        confidence: CONFIDENCE[urgency] ?? 1,
        ...fallDetails(entered),
        withPatient: withPatient !== '',
      },
    });
  return (
    <ConfirmButton
      button={words.open}
      title={words.title(name)}
      confirm={words.send}
      act={send}
      onDone={onDone}
    >
      {({ errors }) => (
        <>
          <p>{words.about}</p>
          <Radios
            legend={words.urgency}
            name="urgency"
            options={[
              { value: 'fall', label: words.fall },
              { value: 'emergency', label: words.emergency },
            ]}
            checked="fall"
            error={errors.confidence}
          />
          <div class="radios">
            <label>
              <input type="checkbox" name="withPatient" />
              {words.withThem}
            </label>
            <p class="hint">{words.withThemHint}</p>
          </div>
          <FallFields text={words} />
        </>
      )}
    </ConfirmButton>
  );
}
