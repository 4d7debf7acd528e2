import { useState } from 'preact/hooks';
import type { Statistics } from '../../api/records.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { query } from '../../components/query.ts';
import { type Column, Table } from '../../components/table.tsx';
import { quality } from '../../text/en/admin/quality.ts';

const { detector: text } = quality;
type Worst = Statistics['outcomesByDevice'][number];

const COLUMNS: readonly Column<Worst>[] = [
  { title: text.device, cell: ({ deviceName }) => deviceName },
  {
    title: text.wearer,
    cell: ({ userId, wearer }) => <a href={`/admin/users${query({ user: userId })}`}>{wearer}</a>,
  },
  { title: text.falseAlarms, numeric: true, cell: ({ falseAlarms }) => falseAlarms },
  { title: text.real, numeric: true, cell: ({ confirmedFalls }) => confirmedFalls },
];

/** Outcomes that caregivers recorded, compared with the falls detected, in the whole home: for admins. */
export function DetectorCard() {
  const [isShown, show] = useState(false);
  return (
    <Card title={text.title}>
      <p class="hint">{text.hint}</p>
      {isShown ? <Detector /> : <Button onPress={() => show(true)}>{quality.show}</Button>}
    </Card>
  );
}

function Detector() {
  const { data, failure, reload } = useLoad('/admin/stats');
  if (data === undefined) return <Loading failure={failure} retry={reload} />;
  const { falseAlarms, confirmedFalls, outcomesByDevice } = data;
  const judged = falseAlarms + confirmedFalls;
  const worst = outcomesByDevice.filter((device) => device.falseAlarms > 0);
  return (
    <>
      {judged === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <p class="sentence">{text.sentence(judged, confirmedFalls)}</p>
      )}
      {worst.length > 0 && (
        <>
          <h3 class="subtitle">{text.devices}</h3>
          <p class="hint">{text.devicesHint}</p>
          <Table
            caption={text.devices}
            columns={COLUMNS}
            rows={worst}
            keyOf={({ deviceId }) => deviceId}
            empty=""
          />
        </>
      )}
    </>
  );
}
