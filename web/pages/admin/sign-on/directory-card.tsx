import { Ago } from '../../../components/ago.tsx';
import { Card } from '../../../components/card.tsx';
import { Facts } from '../../../components/facts.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { directory as text } from '../../../text/en/admin/sign-on.ts';
import { common } from '../../../text/en/common.ts';
import { Url } from './url.tsx';

/** docs/directory.md: what the directory of the home manages. */
export function DirectoryCard() {
  const { data, failure, reload } = useLoad('/admin/directory');
  if (data === undefined)
    return (
      <Card title={text.title}>
        <Loading failure={failure} retry={reload} />
      </Card>
    );
  const { serviceAccounts, users, groups, unmapped, missing, url } = data;
  const isInUse = serviceAccounts.length > 0;
  return (
    <Card title={text.title}>
      <p>{isInUse ? text.about : text.unset}</p>
      {isInUse && unmapped.total > 0 && (
        <Notice kind="warning">{text.unmapped(unmapped.total, unmapped.names.join(', '))}</Notice>
      )}
      {isInUse && groups > 0 && missing.length > 0 && (
        <Notice kind="warning">{text.missing(missing.join(', '))}</Notice>
      )}
      <Facts
        facts={[
          { name: text.url, value: <Url>{url}</Url> },
          ...serviceAccounts.map(({ id, name, lastUsedAt }) => ({
            name: text.lastRequest(name),
            value: lastUsedAt === null ? text.never : <Ago key={id} at={lastUsedAt} calm />,
          })),
          ...(isInUse
            ? [
                { name: text.users, value: text.counts(users) },
                { name: text.groups, value: groups === 0 ? common.none : String(groups) },
              ]
            : []),
        ]}
      />
      <p>
        <a href="/admin/service-accounts">{text.manage}</a>
      </p>
    </Card>
  );
}
