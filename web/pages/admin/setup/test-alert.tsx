import { api } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { setup } from '../../../text/en/admin/setup.ts';

const { test: text } = setup;
const MAX_ADMINS = 100;

/** An admin has no care team, so the test goes to the admins alone (docs/response.md, "Test alerts"); the dialog names them. */
export function TestAlert({
  onStarted,
  onClose,
}: {
  readonly onStarted: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { data, failure, reload } = useLoad('/admin/users', {
    query: { role: 'ADMIN', status: 'active', limit: MAX_ADMINS, sort: 'lastName', order: 'asc' },
  });
  return (
    <ConfirmDialog
      title={text.title}
      confirm={text.start}
      act={() => api.post('/admin/test-alerts', { body: { location: text.place } })}
      onDone={onStarted}
      onClose={onClose}
    >
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          <p>{text.explained}</p>
          <p>
            <strong>
              {text.alerts(data.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', '))}
            </strong>{' '}
            {data.length > 1 && text.others}
          </p>
          <p>{text.afterwards}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
