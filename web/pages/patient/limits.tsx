import { useState } from 'preact/hooks';
import type { DetectionLimits, Patient } from '../../api/records.ts';
import { api, filledIn } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { changeOf, DetectionFields } from '../../components/detection-limits.tsx';
import { Field } from '../../components/field.tsx';
import { type Loaded, useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { common } from '../../text/en/common.ts';
import { detectionLimits } from '../../text/en/detection-limits.ts';
import { patient as text } from '../../text/en/patient.ts';

const { limits: words } = text;
const MAX_SILENT_MINUTES = 24 * 60;

/** docs/contract.md, "Silence and battery": for admins and leads of the resident's ward. */
export function Limits({ patient }: { readonly patient: Patient }) {
  const [isOpen, setOpen] = useState(false);
  const dialog = { patient, onClose: () => setOpen(false) };
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.change}</Button>
      {isOpen &&
        (patient.wardId === null ? (
          <WithoutWard {...dialog} />
        ) : (
          <InWard {...dialog} wardId={patient.wardId} />
        ))}
    </>
  );
}

interface DialogProps {
  readonly patient: Patient;
  readonly onClose: () => void;
}

const InWard = ({ wardId, ...dialog }: DialogProps & { readonly wardId: string }) => (
  <LimitsDialog {...dialog} shared={useLoad('/wards/{id}/limits', { path: { id: wardId } })} />
);

const WithoutWard = (dialog: DialogProps) => <LimitsDialog {...dialog} shared={useLoad('/admin/limits')} />;

function LimitsDialog({
  patient,
  shared: { data: shared, failure: sharedFailure, reload: reloadShared },
  onClose,
}: DialogProps & {
  /** What the resident inherits. */
  readonly shared: Pick<Loaded<DetectionLimits>, 'data' | 'failure' | 'reload'>;
}) {
  const path = { id: patient.id };
  const { data, failure, reload } = useLoad('/patients/{id}/limits', { path });
  const { data: report } = useLoad('/reports/sensitivity', { query: { patientId: patient.id } });
  const isOfWard = patient.wardId !== null && shared?.inherited === false;
  const save = (fields: Readonly<Record<string, string>>) => {
    const { silent = '', battery = '', reset } = fields;
    return reset === undefined
      ? api.put('/patients/{id}/limits', {
          path,
          body: filledIn<'LimitsChange'>({
            deviceSilentMinutes: Number(silent),
            batteryLowPercent: Number(battery),
            ...changeOf(fields),
          }),
        })
      : api.delete('/patients/{id}/limits', { path });
  };
  return (
    <ConfirmDialog
      title={words.title(`${patient.firstName} ${patient.lastName}`)}
      confirm={common.save}
      act={save}
      onClose={onClose}
    >
      {({ errors }) =>
        data === undefined || shared === undefined ? (
          <Loading
            failure={failure ?? sharedFailure}
            retry={async () => void (await Promise.all([reload(), reloadShared()]))}
          />
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
            <DetectionFields
              own={data.own}
              inherited={{ from: isOfWard ? 'ward' : 'organisation', limits: shared }}
              report={report}
            />
            <p class="hint">{detectionLimits.about}</p>
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
