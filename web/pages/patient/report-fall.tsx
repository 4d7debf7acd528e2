import { useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Field, Radios, SelectField } from '../../components/field.tsx';
import { patient as text } from '../../text/en/patient.ts';

const { report: words } = text;

/** As in a resident's own report: HIGH, which quiet hours do not mute, or an emergency. */
const CONFIDENCE: Readonly<Record<string, number>> = { fall: 0.8, emergency: 1 };
const MAX_LOCATION_LENGTH = 200;
const MAX_INJURIES_LENGTH = 2000;
const WITNESSED: Readonly<Record<string, boolean>> = { yes: true, no: false };

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
  const [isOpen, setOpen] = useState(false);
  const send = ({
    urgency = '',
    location = '',
    injuries = '',
    witnessed = '',
    withPatient = '',
  }: Readonly<Record<string, string>>) =>
    api.post('/patients/{id}/falls', {
      path: { id: patientId },
      body: {
        confidence: CONFIDENCE[urgency] ?? 1,
        location: location.trim() || null,
        injuries: injuries.trim() || null,
        witnessed: WITNESSED[witnessed] ?? null,
        withPatient: withPatient !== '',
      },
    });
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.open}</Button>
      {isOpen && (
        <ConfirmDialog
          title={words.title(name)}
          confirm={words.send}
          act={send}
          onDone={onDone}
          onClose={() => setOpen(false)}
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
              <Field
                label={words.location}
                name="location"
                maxLength={MAX_LOCATION_LENGTH}
                error={errors.location}
              />
              <Field
                label={words.injuries}
                name="injuries"
                maxLength={MAX_INJURIES_LENGTH}
                error={errors.injuries}
              />
              <SelectField
                label={words.witnessed}
                name="witnessed"
                options={[
                  { value: '', label: words.dontKnow },
                  { value: 'yes', label: words.yes },
                  { value: 'no', label: words.no },
                ]}
                error={errors.witnessed}
              />
            </>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
