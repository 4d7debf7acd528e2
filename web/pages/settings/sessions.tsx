import { useState } from 'preact/hooks';
import type { OpenSession } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';
import { dateAndTime } from '../../text/words.ts';
import { browserAndSystem } from './user-agent.ts';

const text = settings.sessions;

export function Sessions() {
  const { data, failure, reload } = useLoad('/profile/sessions');
  const [notice, setNotice] = useState<{ readonly kind: 'good' | 'error'; readonly text: string }>();
  const end = async ({ id }: OpenSession) => {
    const reply = await api.delete('/profile/sessions/{id}', { path: { id } });
    setNotice(reply.ok ? { kind: 'good', text: text.ended } : { kind: 'error', text: reply.error });
    await reload();
  };
  const columns: readonly Column<OpenSession>[] = [
    {
      title: text.where,
      cell: (session) => <span id={`session-${session.id}`}>{deviceOf(session)}</span>,
    },
    { title: text.address, cell: ({ ip }) => ip ?? common.unknown },
    { title: text.began, cell: ({ createdAt }) => dateAndTime(createdAt) },
    {
      title: text.used,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? common.unknown : <Ago at={lastUsedAt} />),
    },
    {
      title: text.action,
      cell: (session) =>
        session.current ? (
          <strong>{text.here}</strong>
        ) : (
          <Button describedBy={`session-${session.id}`} onPress={() => end(session)}>
            {text.end}
          </Button>
        ),
    },
  ];
  return (
    <Card title={text.title}>
      {notice !== undefined && <Notice kind={notice.kind}>{notice.text}</Notice>}
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <Table caption={text.title} columns={columns} rows={data} keyOf={({ id }) => id} empty={text.none} />
      )}
    </Card>
  );
}

function deviceOf({ userAgent }: OpenSession): string {
  if (userAgent === null) return text.unknownDevice;
  const { browser, system } = browserAndSystem(userAgent);
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : text.on(browser, system);
}
