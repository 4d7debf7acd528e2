import { useState } from 'preact/hooks';
import { wordFor } from '../api/channel-kinds.ts';
import { download } from '../api/download.ts';
import type { TestBookEntry, TestKind } from '../api/records.ts';
import type { Failed } from '../api/rest.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Dialog } from '../components/dialog.tsx';
import { namedOptions, SelectField } from '../components/field.tsx';
import { useFilters, useLatest } from '../components/filters.ts';
import { Icon } from '../components/icon.tsx';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { type Column, Table } from '../components/table.tsx';
import { mayLead, useWards } from '../components/wards.ts';
import { common } from '../text/en/common.ts';
import { reach } from '../text/en/reach.ts';
import { tests as text } from '../text/en/tests.ts';
import { date, dateAndTime } from '../text/words.ts';

/** As many as the service gives at once: the page is printed as it is shown. */
const PAGE_SIZE = 100;
const HISTORY_SIZE = 50;

/** What is to be tested, overdue first. For admins, and for leads of wards. */
export default function Tests() {
  const [filters, change] = useFilters();
  const { kind = '', ward = '', overdue = '', page = '' } = filters;
  const { data: wards = [] } = useWards();
  const [shown, setShown] = useState<TestBookEntry>();
  const [notSaved, setNotSaved] = useState<Failed>();
  const query = {
    kind: kind as TestKind | '',
    wardId: ward,
    overdue: overdue === 'true' ? true : undefined,
    sort: 'dueAt',
    order: 'asc',
  } as const;
  const loaded = useLoad('/tests', { query: { ...query, page: Number(page) || '', limit: PAGE_SIZE } });
  const rows = useLatest(loaded.data);
  const pages = useLatest(loaded.pagination);
  const save = async () => {
    const reply = await download('/tests', { query: { ...query, format: 'csv' } });
    setNotSaved(reply.ok ? undefined : reply);
  };
  const columns: readonly Column<TestBookEntry>[] = [
    { title: text.subject, cell: (test) => <Subject test={test} /> },
    { title: text.test, cell: (test) => text.kind[test.kind] },
    { title: text.last, cell: (test) => <LastTest test={test} /> },
    { title: text.result, cell: ({ lastResult }) => <Result result={lastResult} /> },
    { title: text.due, cell: (test) => <Due test={test} /> },
    {
      title: text.actions,
      cell: (test) => (
        <Button kind="quiet" describedBy={idOf(test)} onPress={() => setShown(test)}>
          {text.history}
        </Button>
      ),
    },
  ];
  return (
    <Page title={text.title}>
      <div class="test-book">
        <p class="on-screen">{text.about}</p>
        <p class="printed">{text.printed(dateAndTime(Date.now()))}</p>
        <div class="page-actions">
          <Button onPress={() => window.print()}>{text.print}</Button>
          <Button onPress={save}>{text.csv}</Button>
        </div>
        {notSaved !== undefined && <p class="error">{notSaved.error}</p>}
        <Card title={pages === undefined ? text.title : text.found(pages.total)}>
          <search class="filters">
            <SelectField
              label={text.test}
              name="kind"
              value={kind}
              options={[
                { value: '', label: text.every },
                ...Object.entries(text.kind).map(([value, label]) => ({ value, label })),
              ]}
              onChange={(value) => change({ kind: value })}
            />
            <SelectField
              label={text.due}
              name="overdue"
              value={overdue}
              options={[
                { value: '', label: text.all },
                { value: 'true', label: text.onlyOverdue },
              ]}
              onChange={(value) => change({ overdue: value })}
            />
            {wards.length > 0 && (
              <SelectField
                label={text.ward}
                name="ward"
                value={ward}
                options={namedOptions(wards.filter(mayLead), text.everyWard)}
                onChange={(value) => change({ ward: value })}
              />
            )}
          </search>
          {rows === undefined || loaded.failure !== undefined ? (
            <Loading failure={loaded.failure} retry={loaded.reload} />
          ) : (
            <Table
              caption={text.title}
              columns={columns}
              rows={rows}
              keyOf={idOf}
              empty={kind + ward + overdue === '' ? text.none : text.noMatches}
            />
          )}
          {pages !== undefined && (
            <Pager pagination={pages} onPage={(next) => change({ page: String(next) })} />
          )}
        </Card>
        <p class="printed signature">
          {text.checked} <span>{text.signature}</span>
        </p>
      </div>
      {shown !== undefined && <History test={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

const idOf = ({ kind, subject, channel }: TestBookEntry): string =>
  ['test', kind, subject.id, channel?.id].filter(Boolean).join('-');

const nameOf = ({ kind, subject, wearer }: TestBookEntry): string =>
  kind === 'PATH' ? text.path : (wearer?.name ?? subject.name);

/** A wearable is known by its wearer. */
function Subject({ test }: { readonly test: TestBookEntry }) {
  const { subject, wearer, channel } = test;
  return (
    <span id={idOf(test)}>
      <b>{wearer === null ? nameOf(test) : <a href={`/patients/${wearer.id}`}>{wearer.name}</a>}</b>
      {wearer !== null && <span class="address">{subject.name}</span>}
      {channel !== null && <span class="address">{wordFor(channel.kind, reach.kind)}</span>}
    </span>
  );
}

const LastTest = ({ test: { lastAt, by } }: { readonly test: TestBookEntry }) =>
  lastAt === null ? (
    <span>{text.never}</span>
  ) : (
    <span>
      {dateAndTime(lastAt)}
      {by !== null && <span class="address">{text.by(by.name)}</span>}
    </span>
  );

/** In words and shape, not in colour alone. */
const Result = ({ result }: { readonly result: TestBookEntry['lastResult'] }) =>
  result === null ? (
    <span>–</span>
  ) : (
    <span class={result === 'PASSED' ? 'reach-state yes' : 'reach-state no'}>
      <Icon name={result === 'PASSED' ? 'check' : 'cross'} />
      {text.results[result]}
    </span>
  );

const Due = ({ test: { dueAt, overdue } }: { readonly test: TestBookEntry }) =>
  dueAt === null ? (
    <span class="hint">{text.noDue}</span>
  ) : overdue ? (
    <span>
      <strong class="overdue">{text.overdue}</strong> <span class="address">{text.since(date(dueAt))}</span>
    </span>
  ) : (
    <span>{date(dueAt)}</span>
  );

function History({ test, onClose }: { readonly test: TestBookEntry; readonly onClose: () => void }) {
  const { data, pagination, failure, reload } = useLoad('/tests/history', {
    query: { subjectId: test.subject.id, limit: HISTORY_SIZE },
  });
  return (
    <Dialog title={text.historyOf(nameOf(test))} onClose={onClose}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          {data.length === 0 && <p class="empty">{text.noHistory}</p>}
          <ul class="device-log">
            {data.map(({ kind, channel, at, result, by }) => (
              <li key={`${kind} ${at} ${channel?.id}`}>
                {dateAndTime(at)}
                {' · '}
                {channel === null ? text.kind[kind] : wordFor(channel.kind, reach.kind)}
                {' · '}
                <strong>{text.results[result]}</strong>
                {by !== null && ` · ${by.name}`}
              </li>
            ))}
          </ul>
          {(pagination?.totalPages ?? 1) > 1 && <p class="hint">{text.older}</p>}
        </>
      )}
      <div class="actions">
        <Button onPress={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}
