import { useState } from 'preact/hooks';
import type { Patient } from '../../api/records.ts';
import { api, filledIn } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Field } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';

const { limits: words } = text;
const MAX_SILENT_MINUTES = 24 * 60;

/** docs/contract.md, "Silence and battery": for admins and leads of the resident's ward. */
export function Limits({ patient }: { readonly patient: Patient }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.change}</Button>
      {isOpen && <LimitsDialog patient={patient} onClose={() => setOpen(false)} />}
    </>
  );
}

function LimitsDialog({ patient, onClose }: { readonly patient: Patient; readonly onClose: () => void }) {
  const path = { id: patient.id };
  const { data, failure, reload } = useLoad('/patients/{id}/limits', { path });
  const save = ({ silent = '', battery = '', reset }: Readonly<Record<string, string>>) =>
    reset === undefined
      ? api.put('/patients/{id}/limits', {
          path,
          body: filledIn<'LimitsChange'>({
            deviceSilentMinutes: Number(silent),
            batteryLowPercent: Number(battery),
          }),
        })
      : api.delete('/patients/{id}/limits', { path });
  return (
    <ConfirmDialog
      title={words.title(`${patient.firstName} ${patient.lastName}`)}
      confirm={common.save}
      act={save}
      onClose={onClose}
    >
      {({ errors }) =>
        data === undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <>
            <p>{data.inherited ? words.inherited : words.own}</p>
            <Field
              label={words.silent}
              name="silent"
              type="number"
              min={1}
              max={MAX_SILENT_MINUTES}
              value={String(data.deviceSilentMinutes)}
              error={errors.deviceSilentMinutes}
              required
            />
            <Field
              label={words.battery}
              hint={words.batteryHint}
              name="battery"
              type="number"
              min={0}
              max={100}
              value={String(data.batteryLowPercent)}
              error={errors.batteryLowPercent}
              required
            />
            {!data.inherited && (
              <div class="radios">
                <label>
                  <input type="checkbox" name="reset" />
                  {words.reset}
                </label>
              </div>
            )}
          </>
        )
      }
    </ConfirmDialog>
  );
}
