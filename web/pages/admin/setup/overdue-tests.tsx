import { Card } from '../../../components/card.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { setup } from '../../../text/en/admin/setup.ts';
import { tests } from '../../../text/en/tests.ts';

const { overdue: text } = setup;
const SHOWN = 5;

/** Those that are overdue the longest, and the way to all of them. */
export function OverdueTests() {
  const { data, pagination, failure, reload } = useLoad('/tests', {
    query: { overdue: true, sort: 'dueAt', order: 'asc', limit: SHOWN },
  });
  return (
    <Card title={text.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          <p>{data.length === 0 ? text.none : text.count(pagination?.total ?? data.length)}</p>
          <ul class="overdue-tests">
            {data.map(({ kind, subject, wearer, channel }) => (
              <li key={`${kind} ${subject.id} ${channel?.id}`}>
                {text.one(tests.kind[kind], wearer?.name ?? subject.name)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="actions">
        <a class="button normal" href={data?.length === 0 ? '/tests' : '/tests?overdue=true'}>
          {text.open}
        </a>
      </div>
    </Card>
  );
}
