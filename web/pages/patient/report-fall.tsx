import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FallFields, fallDetails } from '../../components/fall-fields.tsx';
import { Field, Radios } from '../../components/field.tsx';
import { now } from '../../state/clock.ts';
import { patient as text } from '../../text/en/patient.ts';
import { reader } from '../../text/words.ts';
import { timesIn } from '../../text/zoned.ts';

const { report: words } = text;

/** As in a resident's own report: HIGH, which quiet hours do not mute, or an emergency. */
const CONFIDENCE: Readonly<Record<string, number>> = { fall: 0.8, emergency: 1 };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

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
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.open}</Button>
      {isOpen && (
        <ReportFallDialog
          title={words.title(name)}
          patientId={patientId}
          onDone={onDone}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export function ReportFallDialog({
  title,
  patientId: given,
  onDone = () => undefined,
  onClose,
  children,
}: {
  readonly title: string;
  /** Without it, the children ask for the resident. */
  readonly patientId?: string;
  readonly onDone?: () => unknown;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}) {
  const { toField, fromField } = timesIn(reader.value.timeZone);
  const fieldAt = (ms: number): string => toField(new Date(ms).toISOString());
  const send = ({
    patientId = '',
    urgency = '',
    withPatient = '',
    happenedAt = '',
    ...entered
  }: Readonly<Record<string, string>>) =>
    api.post('/patients/{id}/falls', {
      path: { id: given ?? patientId },
      body: {
        confidence: CONFIDENCE[urgency] ?? 1,
        ...fallDetails(entered),
        withPatient: withPatient !== '',
        happenedAt: happenedAt === '' ? null : fromField(happenedAt),
      },
    });
  return (
    <ConfirmDialog title={title} confirm={words.send} act={send} onDone={onDone} onClose={onClose}>
      {({ errors }) => (
        <>
          <p>{words.about}</p>
          {children}
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
          <Field
            label={words.happenedAt}
            hint={words.happenedAtHint}
            name="happenedAt"
            type="datetime-local"
            min={fieldAt(now.peek() - DAY_MS + MINUTE_MS)}
            max={fieldAt(now.peek())}
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
    </ConfirmDialog>
  );
}
