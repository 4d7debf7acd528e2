import { useState } from 'preact/hooks';
import type { DeviceStatus, FleetDevice } from '../../api/records.ts';
import { Ago } from '../../components/ago.tsx';
import { DeviceLog } from '../../components/device-log.tsx';
import { namedOptions, SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.ts';
import { Listing } from '../../components/listing.tsx';
import { useLoad } from '../../components/load.ts';
import { MoveWearable } from '../../components/move-wearable.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { actionsColumn, type Column } from '../../components/table.tsx';
import { useWards } from '../../components/wards.ts';
import { WearableState } from '../../components/wearable-state.tsx';
import { NewToken } from '../../components/wearable-token.tsx';
import { fleet as text } from '../../text/en/admin/wearables.ts';
import { common } from '../../text/en/common.ts';
import { patient } from '../../text/en/patient.ts';
import { wearable } from '../../text/en/wearable.ts';
import { Battery } from './wearables/battery.tsx';
import { ChargeTonight } from './wearables/charge-tonight.tsx';
import { FalseAlarms } from './wearables/false-alarms.tsx';
import { ReplaceWearable } from './wearables/replace.tsx';

const PAGE_SIZE = 25;
type Asked = { readonly action: 'log' | 'token' | 'move' | 'replace'; readonly device: FleetDevice };

/** All wearables of the home: what to charge, status, battery, firmware and wearer, and their false alarms. */
export default function Wearables() {
  const [filters, change] = useFilters();
  const { search = '', status = '', ward = '', page = '' } = filters;
  const [asked, setAsked] = useState<Asked>();
  const { data: wards = [] } = useWards();
  const loaded = useLoad('/admin/devices', {
    query: {
      search,
      status: status as DeviceStatus | '',
      wardId: ward,
      page: Number(page) || '',
      limit: PAGE_SIZE,
      sort: 'name',
      order: 'asc',
    },
  });
  const { reload } = loaded;
  const close = () => setAsked(undefined);
  const isFiltered = search + status + ward !== '';
  const wardNames = new Map(wards.map(({ id, name }) => [id, name]));
  const columns: readonly Column<FleetDevice>[] = [
    { title: text.name, cell: (device) => <Name device={device} /> },
    { title: text.wearer, cell: ({ wearer }) => <Wearer wearer={wearer} wards={wardNames} /> },
    { title: text.status, cell: (device) => <WearableState device={device} /> },
    {
      title: text.lastReading,
      cell: ({ lastSeen }) => (lastSeen === null ? patient.wearables.never : <Ago at={lastSeen} calm />),
    },
    { title: text.battery, cell: ({ batteryLevel }) => <Battery level={batteryLevel} /> },
    { title: text.firmware, cell: (device) => <Firmware device={device} /> },
    actionsColumn(
      text.actions,
      ({ id }) => `wearable-${id}`,
      (device) => [
        { text: wearable.log.open, onPress: () => setAsked({ action: 'log', device }) },
        { text: wearable.newToken, onPress: () => setAsked({ action: 'token', device }) },
        { text: wearable.move, onPress: () => setAsked({ action: 'move', device }) },
        { text: text.replace, onPress: () => setAsked({ action: 'replace', device }) },
      ],
    ),
  ];
  return (
    <Page title={text.title}>
      <ChargeTonight wardId={ward} />
      <Listing
        loaded={loaded}
        title={text.title}
        found={text.found}
        columns={columns}
        empty={isFiltered ? text.empty : text.none}
        onPage={(next) => change({ page: next })}
      >
        <search class="filters">
          <SearchField
            label={text.search}
            hint={text.searchHint}
            value={search}
            onChange={(value) => change({ search: value })}
          />
          <SelectField
            label={text.status}
            name="status"
            value={status}
            options={[
              { value: '', label: text.everyStatus },
              ...Object.entries({ ...common.deviceStatus, ACTIVE: text.sending }).map(([value, label]) => ({
                value,
                label,
              })),
            ]}
            onChange={(value) => change({ status: value })}
          />
          {wards.length > 0 && (
            <SelectField
              label={text.ward}
              name="ward"
              value={ward}
              options={namedOptions(wards, text.everyWard)}
              onChange={(value) => change({ ward: value })}
            />
          )}
        </search>
      </Listing>
      <FalseAlarms wardId={ward} />
      {asked?.action === 'log' && <DeviceLog device={asked.device} onClose={close} />}
      {asked?.action === 'token' && <NewToken device={asked.device} onClose={close} />}
      {asked?.action === 'move' && (
        <MoveWearable device={asked.device} wearerId={asked.device.userId} onMoved={reload} onClose={close} />
      )}
      {asked?.action === 'replace' && (
        <ReplaceWearable device={asked.device} onReplaced={reload} onClose={close} />
      )}
    </Page>
  );
}

const Name = ({ device: { id, name, macAddress, warnings } }: { readonly device: FleetDevice }) => (
  <span>
    <span id={`wearable-${id}`}>
      <b>{name}</b>
      <span class="address mac">{macAddress}</span>
    </span>
    {warnings.map((warning) => (
      <span key={warning} class="wearable-warning">
        {warning}
      </span>
    ))}
  </span>
);

function Wearer({
  wearer: { id, name, room, wardId },
  wards,
}: {
  readonly wearer: FleetDevice['wearer'];
  readonly wards: ReadonlyMap<string, string>;
}) {
  const place = [
    wardId === null ? undefined : wards.get(wardId),
    room === null ? undefined : common.room(room),
  ];
  return (
    <span>
      <a href={`/patients/${id}`}>{name}</a>
      <span class="address">{place.filter((one) => one !== undefined).join(', ')}</span>
    </span>
  );
}

const Firmware = ({ device: { firmwareVersion, updateAvailable } }: { readonly device: FleetDevice }) => (
  <span>
    {firmwareVersion ?? common.unknown}
    {updateAvailable && <span class="wearable-warning">{text.update}</span>}
  </span>
);
