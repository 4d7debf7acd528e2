import { useState } from 'preact/hooks';
import { realAddress } from '../../../api/address.ts';
import type { User } from '../../../api/records.ts';
import { api } from '../../../api/rest.ts';
import { Ago } from '../../../components/ago.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Field } from '../../../components/field.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { directory } from '../../../text/en/admin/sign-on.ts';
import { common } from '../../../text/en/common.ts';

const { entry: text } = directory;
const MAX_USER_NAME = 254;

/** docs/directory.md, "Accounts made by hand": what the directory says about an account, and its hand-over. */
export function DirectoryEntry({
  user,
  name,
  onChanged,
}: {
  readonly user: User;
  readonly name: string;
  readonly onChanged: (notice: string) => Promise<void>;
}) {
  const path = { id: user.id };
  const { data, failure, reload } = useLoad('/admin/users/{id}/directory', { path });
  const [asking, setAsking] = useState(false);
  const { data: directoryState } = useLoad('/admin/directory');
  const isByHand = failure?.status === 404;
  // Without a directory, all accounts are made by hand.
  if (isByHand && !directoryState?.serviceAccounts.length) return null;
  if (data === undefined && !isByHand)
    return (
      <Card title={text.title}>
        <Loading failure={failure} retry={reload} />
      </Card>
    );
  const close = () => setAsking(false);
  const done = async (notice: string) => {
    await reload();
    await onChanged(notice);
  };
  if (data === undefined)
    return (
      <Card title={text.title}>
        <p>{text.byHand}</p>
        <div class="actions">
          <Button onPress={() => setAsking(true)}>{text.handOver}</Button>
        </div>
        {asking && (
          <ConfirmDialog
            title={text.handOverTitle(name)}
            confirm={text.handOver}
            act={({ userName = '' }) =>
              api.post('/admin/users/{id}/directory', { path, body: { userName: userName.trim() } })
            }
            onDone={() => done(text.handedOver)}
            onClose={close}
          >
            <p>{text.handOverHint}</p>
            <Field
              label={text.userName}
              hint={text.userNameHint}
              name="userName"
              value={realAddress(user.email) ?? ''}
              maxLength={MAX_USER_NAME}
              autocomplete="off"
              required
            />
          </ConfirmDialog>
        )}
      </Card>
    );
  return (
    <Card title={text.title}>
      <p>{data.isWaiting ? text.waiting : data.active ? text.managed : text.inactive}</p>
      <div class="account">
        <Facts
          facts={[
            { name: text.userName, value: <span class="wraps">{data.userName}</span> },
            ...(data.externalId === null
              ? []
              : [{ name: text.externalId, value: <span class="wraps">{data.externalId}</span> }]),
            { name: text.groups, value: data.groups.join(', ') || common.none },
            { name: text.updated, value: <Ago at={data.updatedAt} calm /> },
          ]}
        />
      </div>
      <div class="actions">
        <Button onPress={() => setAsking(true)}>{text.takeBack}</Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={text.takeBackTitle(name)}
          confirm={text.takeBack}
          act={() => api.delete('/admin/users/{id}/directory', { path })}
          onDone={() => done(text.takenBack)}
          onClose={close}
        >
          <p>{text.takeBackHint}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
