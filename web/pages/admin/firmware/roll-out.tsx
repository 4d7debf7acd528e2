import type { FirmwareImage, Ward } from '../../../api/records.ts';
import { api } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Field, namedOptions, SelectField } from '../../../components/field.tsx';
import { firmware } from '../../../text/en/admin/firmware.ts';

const { rollOut: text, images } = firmware;

interface Props {
  readonly image: FirmwareImage;
  readonly wards: readonly Ward[];
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

export function RollOut({ image: { id, version, rollout, states }, wards, onDone, onClose }: Props) {
  const hasFailed = states.failed + states.rolled_back > 0;
  const before = rollout.find(({ wardId }) => wardId === null)?.share ?? 0.1;
  return (
    <ConfirmDialog
      title={text.title(version)}
      confirm={text.button}
      act={({ percent = '', wardId = '', again }) =>
        api.post('/firmware/{id}/rollout', {
          path: { id },
          body: {
            share: Number(percent) / 100,
            ...(wardId !== '' && { wardId }),
            ...(again !== undefined && { again: true }),
          },
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Field
        label={text.share}
        hint={text.shareHint}
        name="percent"
        type="number"
        min={0}
        max={100}
        required
        value={String(Math.round(before * 100))}
      />
      <SelectField label={text.whom} name="wardId" options={namedOptions(wards, images.all)} />
      {hasFailed && (
        <label class="check">
          <input type="checkbox" name="again" /> {text.again}
        </label>
      )}
    </ConfirmDialog>
  );
}
