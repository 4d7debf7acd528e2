import { useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { patientHome } from '../../text/en/patient-home.ts';

const { report: text } = patientHome;

/** The wearer knows best whether they fell: HIGH, which quiet hours do not mute. "I need help" is more urgent. */
const CONFIDENCE = 0.8;
const MAX_LOCATION_LENGTH = 200;
const MAX_INJURIES_LENGTH = 2000;
const WITNESSED: Readonly<Record<string, boolean>> = { yes: true, no: false };

/** For a fall that the wearable has not noticed. */
export function ReportFall() {
  const [isOpen, setOpen] = useState(false);
  const send = ({ location = '', injuries = '', witnessed = '' }: Readonly<Record<string, string>>) =>
    api.post('/falls', {
      body: {
        confidence: CONFIDENCE,
        location: location.trim() || null,
        injuries: injuries.trim() || null,
        witnessed: WITNESSED[witnessed] ?? null,
      },
    });
  return (
    <>
      <Button onPress={() => setOpen(true)}>{text.open}</Button>
      {isOpen && (
        <ConfirmDialog title={text.open} confirm={text.send} act={send} onClose={() => setOpen(false)}>
          {({ errors }) => (
            <>
              <p>{text.about}</p>
              <Field
                label={text.location}
                name="location"
                maxLength={MAX_LOCATION_LENGTH}
                error={errors.location}
              />
              <Field
                label={text.injuries}
                name="injuries"
                maxLength={MAX_INJURIES_LENGTH}
                error={errors.injuries}
              />
              <SelectField
                label={text.witnessed}
                name="witnessed"
                options={[
                  { value: '', label: text.dontKnow },
                  { value: 'yes', label: text.yes },
                  { value: 'no', label: text.no },
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
