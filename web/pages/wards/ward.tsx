import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Ward } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { BulkDialog } from '../../components/bulk-dialog.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DetectionCard, DetectionDialog } from '../../components/detection-limits.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { query } from '../../components/query.ts';
import { isAdmin, mayLead, useWards } from '../../components/wards.ts';
import { common } from '../../text/en/common.ts';
import { wards as text } from '../../text/en/wards.ts';
import { Members } from './members.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PlanCard } from './plan.tsx';
import { RingCard } from './ring.tsx';
import { SilenceCard } from './silence.tsx';

export function WardDetails({ id }: { readonly id: string }) {
  const { data, failure, reload } = useWards();
  const ward = data?.find((one) => one.id === id);
  return (
    <Page title={ward?.name ?? text.title}>
      <p>
        <a href="/wards">{text.back}</a>
      </p>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : ward === undefined ? (
        <p class="empty">{text.unknown}</p>
      ) : (
        <>
          {isAdmin() && <Actions ward={ward} onChanged={reload} />}
          {mayLead(ward) && (
            <p class="links">
              <a href={`/wards/${ward.id}/handover`}>{text.night}</a>{' '}
              <a href={`/wards/${ward.id}/wearables`}>{text.wearables}</a>{' '}
              <a href={`/reach${query({ ward: ward.id })}`}>{text.reach}</a>{' '}
              <a href="/admin/sensors">{text.sensors}</a>
            </p>
          )}
          <Members ward={ward} onChanged={reload} />
          {mayLead(ward) && <RingCard ward={ward} />}
          <Residents ward={ward} onChanged={reload} />
          {mayLead(ward) && (
            <DetectionCard dialog={(onClose) => <RingingDialog id={ward.id} onClose={onClose} />} />
          )}
          {mayLead(ward) && <SilenceCard wardId={ward.id} />}
          {mayLead(ward) && <PlanCard wardId={ward.id} />}
        </>
      )}
    </Page>
  );
}

function Actions({ ward, onChanged }: { readonly ward: Ward; readonly onChanged: () => unknown }) {
  const { route } = useLocation();
  const [asking, setAsking] = useState<'rename' | 'remove'>();
  const close = () => setAsking(undefined);
  const path = { id: ward.id };
  return (
    <div class="page-actions">
      <Button onPress={() => setAsking('rename')}>{text.rename}</Button>
      <Button kind="final" onPress={() => setAsking('remove')}>
        {text.remove}
      </Button>
      {asking === 'rename' && (
        <NameDialog
          title={text.form.renameTitle(ward.name)}
          confirm={common.save}
          name={ward.name}
          save={(name) => api.put('/wards/{id}', { path, body: { name } })}
          onDone={onChanged}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={text.removeTitle(ward.name)}
          confirm={text.remove}
          isFinal
          act={() => api.delete('/wards/{id}', { path })}
          onDone={() => route('/wards')}
          onClose={close}
        >
          <p>{text.removeText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** When phones ring for residents of the ward: for admins and leads. */
const RingingDialog = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <DetectionDialog
    limits={useLoad('/wards/{id}/limits', { path: { id } })}
    report={useLoad('/reports/sensitivity', { query: { wardId: id } })}
    inherits
    save={(body) => api.put('/wards/{id}/limits', { path: { id }, body })}
    onClose={onClose}
  />
);

const MAX_RESIDENTS = 100;

/** The residents of the ward whom the user may see. */
function Residents({ ward, onChanged }: { readonly ward: Ward; readonly onChanged: () => unknown }) {
  const [isAdding, setAdding] = useState(false);
  const { residents } = text;
  const { data, failure, reload } = useLoad('/patients', {
    query: { wardId: ward.id, limit: MAX_RESIDENTS, sort: 'lastName', order: 'asc' },
  });
  return (
    <Card title={residents.title(ward.patients)}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : data.length === 0 ? (
        <p class="empty">{residents.none}</p>
      ) : (
        <ul class="rows">
          {data.map(({ id, firstName, lastName, room }) => (
            <li key={id}>
              <span class="row-name">
                <a href={`/patients/${id}`}>
                  {firstName} {lastName}
                </a>
                {room !== null && <span>{common.room(room)}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isAdmin() && data !== undefined && (
        <div class="actions">
          <Button onPress={() => setAdding(true)}>{residents.add}</Button>
        </div>
      )}
      <p class="hint">{residents.hint}</p>
      {isAdding && (
        <BulkDialog
          title={residents.addTitle(ward.name)}
          hint={residents.addHint}
          confirm={residents.confirm}
          without={data?.map(({ id }) => id) ?? []}
          act={(id) => api.put('/patients/{id}', { path: { id }, body: { wardId: ward.id } })}
          onDone={() => Promise.all([reload(), onChanged()])}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
}
