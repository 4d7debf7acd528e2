import { useState } from 'preact/hooks';
import type { Absence as AbsenceRecord, Patient } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { absenceTime } from '../../components/absence-note.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmButton, ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Field } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { serviceTime } from '../../state/clock.ts';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';
import { dayAndTime, reader } from '../../text/words.ts';
import { timesIn } from '../../text/zoned.ts';

const { absence: words } = text;
const MAX_REASON_LENGTH = 120;
const USUAL_MS = 3 * 60 * 60_000;
const SHOWN = 10;

/** docs/home.md, "Absence". */
export function Absence({
  patient: { id, absence },
  name,
  onChanged,
}: {
  readonly patient: Patient;
  readonly name: string;
  readonly onChanged: () => unknown;
}) {
  const [isSetting, setSetting] = useState(false);
  return (
    <Card title={words.title}>
      <p>{absence === null ? words.none : sentenceOf(absence)}</p>
      <div class="actions">
        <Button onPress={() => setSetting(true)}>{absence === null ? words.set : words.change}</Button>
        {absence !== null && (
          <ConfirmButton
            title={words.endTitle(name)}
            confirm={words.end}
            act={() => api.delete('/patients/{id}/absence', { path: { id } })}
            onDone={onChanged}
          >
            <p>{words.endText}</p>
          </ConfirmButton>
        )}
      </div>
      <Past key={absence?.until} patientId={id} />
      {isSetting && (
        <SetDialog
          id={id}
          name={name}
          absence={absence}
          onChanged={onChanged}
          onClose={() => setSetting(false)}
        />
      )}
    </Card>
  );
}

const sentenceOf = ({ until, reason, by }: AbsenceRecord): string =>
  [words.away(absenceTime(until)), reason, by?.name].filter(Boolean).join(' · ');

/** Absences that are over, loaded when somebody asks for them. */
function Past({ patientId }: { readonly patientId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.past}</summary>
      {isOpen && <PastList patientId={patientId} />}
    </details>
  );
}

function PastList({ patientId }: { readonly patientId: string }) {
  const { data, failure, reload } = useLoad('/patients/{id}/absences', {
    path: { id: patientId },
    query: { limit: SHOWN },
  });
  if (data === undefined) return <Loading failure={failure} retry={reload} />;
  const past = data.flatMap(({ endedAt, ...absence }) => (endedAt === null ? [] : [{ ...absence, endedAt }]));
  if (past.length === 0) return <p class="empty">{words.nonePast}</p>;
  return (
    <ul class="past-absences">
      {past.map(({ id, beganAt, endedAt, reason, by }) => (
        <li key={id}>
          {[words.span(dayAndTime(beganAt), dayAndTime(endedAt)), reason, by?.name]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  );
}

function SetDialog({
  id,
  name,
  absence,
  onChanged,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly absence: AbsenceRecord | null;
  readonly onChanged: () => unknown;
  readonly onClose: () => void;
}) {
  const { timeZone } = reader.value;
  const { toField, fromField } = timesIn(timeZone);
  const [usual] = useState(() => new Date(serviceTime() + USUAL_MS).toISOString());
  const save = ({ until = '', reason = '' }: Readonly<Record<string, string>>) =>
    api.put('/patients/{id}/absence', {
      path: { id },
      body: { until: until === '' ? '' : fromField(until), ...(reason.trim() !== '' && { reason }) },
    });
  return (
    <ConfirmDialog
      title={words.dialogTitle(name)}
      confirm={common.save}
      act={save}
      onDone={onChanged}
      onClose={onClose}
    >
      <p>{words.explained}</p>
      <Field
        label={words.until}
        hint={words.zone(timeZone)}
        name="until"
        type="datetime-local"
        value={toField(absence?.until ?? usual)}
        required
      />
      <Field label={words.reason} name="reason" value={absence?.reason ?? ''} maxLength={MAX_REASON_LENGTH} />
    </ConfirmDialog>
  );
}
