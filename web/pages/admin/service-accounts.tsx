import { useState } from 'preact/hooks';
import type { NewServiceAccount, Scope, ServiceAccount } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Checks, Field, namedOptions } from '../../components/field.tsx';
import { useLoad } from '../../components/load.ts';
import { ManagedList, PER_PAGE } from '../../components/managed-list.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import type { Column } from '../../components/table.tsx';
import { EndCreated } from '../../components/token-creations.tsx';
import { useWards } from '../../components/wards.ts';
import { tokens } from '../../text/en/tokens.ts';
import { Scopes, scopeOptions } from '../settings/access-tokens.tsx';

const text = tokens.service;
const MAX_NAME_LENGTH = 80;

type WardNames = ReadonlyMap<string, string>;

export default function ServiceAccounts() {
  const [page, setPage] = useState(1);
  const loaded = useLoad('/admin/service-accounts', { query: { page, limit: PER_PAGE } });
  const { data: wards = [] } = useWards();
  const names: WardNames = new Map(wards.map(({ id, name }) => [id, name]));
  const [made, setMade] = useState<NewServiceAccount>();
  const [renewing, setRenewing] = useState<ServiceAccount>();
  /** The account whose wearables lose their tokens when it is deleted. */
  const [endFor, setEndFor] = useState<string>();
  const renew = async ({ id }: ServiceAccount) => {
    const reply = await api.post('/admin/service-accounts/{id}/token', { path: { id } });
    if (reply.ok) setMade(reply.data);
    return reply;
  };
  const columns: readonly Column<ServiceAccount>[] = [
    { title: text.columns.scopes, cell: ({ scopes }) => <Scopes of={scopes} words={text.scope} /> },
    { title: text.columns.wards, cell: ({ wardIds }) => wardsOf(wardIds, names) },
    {
      title: text.columns.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? text.never : <Ago at={lastUsedAt} calm />),
    },
  ];
  return (
    <ManagedList
      text={text}
      loaded={loaded}
      columns={columns}
      actions={(account) => [{ text: text.renew, onPress: () => setRenewing(account) }]}
      addDialog={(dialog) => <Add wards={wards} onMade={setMade} {...dialog} />}
      remove={({ id }) =>
        api.delete('/admin/service-accounts/{id}', { path: { id }, query: { endCreated: endFor === id } })
      }
      removal={({ id, created }) => (
        <EndCreated
          created={created}
          isEnding={endFor === id}
          onChange={(isEnding) => setEndFor(isEnding ? id : undefined)}
        />
      )}
      onPage={setPage}
    >
      {made !== undefined && (
        <SecretDialog
          title={tokens.shown.title(made.name)}
          secret={made.token}
          hint={tokens.shown.hint}
          done={tokens.shown.done}
          onClose={() => setMade(undefined)}
        />
      )}
      {renewing !== undefined && (
        <ConfirmDialog
          title={text.renewTitle(renewing.name)}
          confirm={text.renew}
          act={() => renew(renewing)}
          onDone={loaded.reload}
          onClose={() => setRenewing(undefined)}
        >
          <p>{text.renewHint}</p>
        </ConfirmDialog>
      )}
    </ManagedList>
  );
}

function wardsOf(wardIds: ServiceAccount['wardIds'], names: WardNames): string {
  if (wardIds === null) return text.allWards;
  return wardIds.length === 0 ? text.noWards : wardIds.map((id) => names.get(id) ?? '…').join(', ');
}

function Add({
  wards,
  onMade,
  onDone,
  onClose,
}: {
  readonly wards: readonly { readonly id: string; readonly name: string }[];
  readonly onMade: (account: NewServiceAccount) => void;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [wardIds, setWardIds] = useState<readonly string[]>([]);
  const add = async ({ name = '' }: Readonly<Record<string, string>>) => {
    const body = { name: name.trim(), scopes, ...(wardIds.length > 0 && { wardIds }) };
    const reply = await api.post('/admin/service-accounts', { body });
    if (reply.ok) onMade(reply.data);
    return reply;
  };
  return (
    <ConfirmDialog title={text.add} confirm={text.add} act={add} onDone={onDone} onClose={onClose}>
      <Field label={text.name} hint={text.nameHint} name="name" maxLength={MAX_NAME_LENGTH} required />
      <Checks
        legend={tokens.scopes}
        options={scopeOptions(text.scope)}
        values={scopes}
        onChange={setScopes}
        name="scopes"
      />
      {wards.length > 0 && (
        <Checks
          legend={text.wards}
          options={namedOptions(wards)}
          values={wardIds}
          onChange={setWardIds}
          name="wardIds"
        />
      )}
    </ConfirmDialog>
  );
}
