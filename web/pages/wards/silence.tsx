import { useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Field } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { common } from '../../text/en/common.ts';
import { wards } from '../../text/en/wards.ts';

const { silence: text } = wards;
const MAX_MINUTES = 24 * 60;

/** After how long without a reading caregivers of the ward are alerted: for admins and leads. */
export function SilenceCard({ wardId }: { readonly wardId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      <Button onPress={() => setOpen(true)}>{text.change}</Button>
      {isOpen && <SilenceDialog wardId={wardId} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function SilenceDialog({ wardId, onClose }: { readonly wardId: string; readonly onClose: () => void }) {
  const path = { id: wardId };
  const { data, failure, reload } = useLoad('/wards/{id}/limits', { path });
  return (
    <ConfirmDialog
      title={text.title}
      confirm={common.save}
      act={({ minutes = '' }) =>
        api.put('/wards/{id}/limits', {
          path,
          body: { deviceSilentMinutes: minutes === '' ? null : Number(minutes) },
        })
      }
      onClose={onClose}
    >
      {({ errors }) =>
        data === undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <Field
            label={text.minutes}
            hint={text.hint}
            name="minutes"
            type="number"
            min={1}
            max={MAX_MINUTES}
            value={String(data.own.deviceSilentMinutes ?? '')}
            error={errors.deviceSilentMinutes}
          />
        )
      }
    </ConfirmDialog>
  );
}
