import { useState } from 'preact/hooks';
import type { Ward, WardMember } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Checks, Field, namedOptions, Radios } from '../../components/field.tsx';
import { useDebounced, useLatest } from '../../components/filters.ts';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { isAdmin, mayLead } from '../../components/wards.ts';
import { common } from '../../text/en/common.ts';
import { wards as text } from '../../text/en/wards.ts';
import { dateAndTime, reader } from '../../text/words.ts';
import { timesIn } from '../../text/zoned.ts';

const { members: words } = text;
const PAGE_SIZE = 50;

interface Props {
  readonly ward: Ward;
  readonly onChanged: () => unknown;
}

type Asked = 'add' | { readonly edit: WardMember } | { readonly remove: WardMember };

export function Members({ ward, onChanged }: Props) {
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Asked>();
  const { data, pagination, failure, reload } = useLoad('/wards/{id}/caregivers', {
    path: { id: ward.id },
    query: { page, limit: PAGE_SIZE, sort: 'name', order: 'asc' },
  });
  const changed = () => Promise.all([reload(), onChanged()]);
  const close = () => setAsked(undefined);
  /** Leads change members, but not other leads. */
  const mayChange = ({ lead }: WardMember) => isAdmin() || (mayLead(ward) && !lead);
  return (
    <Card title={words.title}>
      <p class="hint">{words.about}</p>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : data.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <ul class="rows">
          {data.map((member) => (
            <li key={member.id}>
              <span id={`member-${member.id}`} class="row-name">
                <b>{member.name}</b>
                {member.lead && <span>{words.lead}</span>}
                {member.until !== null && <span>{words.until(dateAndTime(member.until))}</span>}
              </span>
              {mayChange(member) && (
                <>
                  <Button
                    kind="quiet"
                    describedBy={`member-${member.id}`}
                    onPress={() => setAsked({ edit: member })}
                  >
                    {words.edit}
                  </Button>
                  <Button
                    kind="quiet"
                    describedBy={`member-${member.id}`}
                    onPress={() => setAsked({ remove: member })}
                  >
                    {words.remove}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {pagination !== undefined && <Pager pagination={pagination} onPage={setPage} />}
      {mayLead(ward) && (
        <div class="actions">
          <Button onPress={() => setAsked('add')}>{words.add}</Button>
          {!isAdmin() && <span class="hint">{words.adminsOnly}</span>}
        </div>
      )}
      {asked === 'add' && <MemberDialog ward={ward} onDone={changed} onClose={close} />}
      {typeof asked === 'object' && 'edit' in asked && (
        <MemberDialog ward={ward} member={asked.edit} onDone={changed} onClose={close} />
      )}
      {typeof asked === 'object' && 'remove' in asked && (
        <ConfirmDialog
          title={words.removeTitle(asked.remove.name)}
          confirm={words.remove}
          act={() =>
            api.delete('/wards/{id}/caregivers/{caregiverId}', {
              path: { id: ward.id, caregiverId: asked.remove.id },
            })
          }
          onDone={changed}
          onClose={close}
        >
          <p>{words.removeText(asked.remove.name)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** Without a member, adds one. */
function MemberDialog({
  ward,
  member,
  onDone,
  onClose,
}: {
  readonly ward: Ward;
  readonly member?: WardMember;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}) {
  const [lead, setLead] = useState(member?.lead ?? false);
  const times = timesIn(reader.value.timeZone);
  const save = ({ caregiverId = '', until = '' }: Readonly<Record<string, string>>) =>
    api.put('/wards/{id}/caregivers/{caregiverId}', {
      path: { id: ward.id, caregiverId: member?.id ?? caregiverId },
      body: {
        ...(isAdmin() && { lead }),
        until: until === '' ? null : times.fromField(until),
      },
    });
  return (
    <ConfirmDialog
      title={member === undefined ? words.addTitle(ward.name) : words.editTitle(member.name)}
      confirm={member === undefined ? words.add : common.save}
      act={save}
      onDone={onDone}
      onClose={onClose}
    >
      {member === undefined && <CandidatePicker ward={ward} />}
      {isAdmin() && (
        <Checks
          legend={words.lead}
          options={[{ value: 'lead', label: words.isLead }]}
          values={lead ? ['lead'] : []}
          onChange={(values) => setLead(values.length > 0)}
        />
      )}
      <Field
        label={words.untilField}
        hint={words.untilHint}
        name="until"
        type="datetime-local"
        value={member?.until ? times.toField(member.until) : ''}
      />
    </ConfirmDialog>
  );
}

const MAX_RESULTS = 20;

function CandidatePicker({ ward }: { readonly ward: Ward }) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { data, failure, reload } = useLoad('/wards/{id}/candidates', {
    path: { id: ward.id },
    query: { search, limit: MAX_RESULTS, sort: 'name', order: 'asc' },
  });
  const found = useLatest(data);
  return (
    <>
      <Field label={words.search} name="search" type="search" autocomplete="off" onInput={setTyped} />
      {found === undefined || failure !== undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : found.length === 0 ? (
        <p class="empty" role="status">
          {words.noMatches}
        </p>
      ) : (
        <div class="picker">
          <Radios legend={words.caregiver} name="caregiverId" required options={namedOptions(found)} />
        </div>
      )}
    </>
  );
}
