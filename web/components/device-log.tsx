import { useState } from 'preact/hooks';
import type { Device } from '../api/records.ts';
import { common } from '../text/en/common.ts';
import { wearable } from '../text/en/wearable.ts';
import { dateAndTime } from '../text/words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { SelectField } from './field.tsx';
import { useLatest } from './filters.ts';
import { useLoad } from './load.ts';
import { Loading } from './loading.tsx';
import { Pager } from './pager.tsx';

const PER_PAGE = 20;
const { log: text } = wearable;
const TYPES = ['error', 'warning', 'info'] as const;
type LogType = (typeof TYPES)[number];

/** docs/contract.md, "Devices": the newest entries of a wearable's log. */
export function DeviceLog({
  device,
  onClose,
}: {
  readonly device: Pick<Device, 'id' | 'name'>;
  readonly onClose: () => void;
}) {
  const [page, setPage] = useState(1);
  const [type, setType] = useState<LogType | ''>('');
  const { data, pagination, failure, reload } = useLoad('/device/{id}/logs', {
    path: { id: device.id },
    query: { page, limit: PER_PAGE, logType: type },
  });
  const entries = useLatest(data);
  return (
    <Dialog title={text.title(device.name)} onClose={onClose}>
      <SelectField
        label={text.type}
        name="type"
        value={type}
        options={[
          { value: '', label: text.all },
          ...TYPES.map((value) => ({ value, label: text.types[value] })),
        ]}
        onChange={(value) => {
          setType(value as LogType | '');
          setPage(1);
        }}
      />
      {entries === undefined || failure !== undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : entries.length === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <ul class="device-log">
          {entries.map((entry) => (
            <li key={entry.id}>
              <time dateTime={entry.timestamp}>{dateAndTime(entry.timestamp)}</time>{' '}
              {entry.type !== 'INFO' && (
                <strong class={`log-level ${entry.type.toLowerCase()}`}>
                  {text.types[entry.type.toLowerCase() as LogType]}:{' '}
                </strong>
              )}
              {entry.message}
            </li>
          ))}
        </ul>
      )}
      {pagination !== undefined && <Pager pagination={pagination} onPage={setPage} />}
      <div class="actions">
        <Button onPress={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}
