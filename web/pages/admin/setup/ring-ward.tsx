import { useState } from 'preact/hooks';
import type { Ward } from '../../../api/records.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { namedOptions, SelectField } from '../../../components/field.tsx';
import { common } from '../../../text/en/common.ts';
import { wards as text } from '../../../text/en/wards.ts';
import { Ring } from '../../wards/ring.tsx';

/** Rings one ward after the other. */
export function RingWard({
  wards,
  onClose,
}: {
  readonly wards: readonly Pick<Ward, 'id' | 'name'>[];
  readonly onClose: () => void;
}) {
  const [chosen, choose] = useState(wards[0]?.id ?? '');
  const ward = wards.find(({ id }) => id === chosen);
  return (
    <Dialog title={text.ring.title} onClose={onClose}>
      {wards.length > 1 && (
        <SelectField
          label={text.ring.ward}
          name="ward"
          value={chosen}
          options={namedOptions(wards)}
          onChange={choose}
        />
      )}
      {ward !== undefined && <Ring key={ward.id} ward={ward} />}
      <div class="actions">
        <Button onPress={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}
