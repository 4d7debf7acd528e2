import { useLocation } from 'preact-iso';
import type { ReachablePerson } from '../api/records.ts';
import { Card } from '../components/card.tsx';
import { Icon } from '../components/icon.tsx';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import { useWards } from '../components/wards.ts';
import { common } from '../text/en/common.ts';
import { reach as text } from '../text/en/reach.ts';
import { dateAndTime } from '../text/words.ts';

/** The service sends no more. */
const MOST_SHOWN = 200;

/** Whom alerts reach outside the console. For admins; with `?ward=…` for the leads of the ward. */
export default function Reach() {
  const { ward } = useLocation().query;
  const wardName = useWards().data?.find(({ id }) => id === ward)?.name;
  const { data, failure, reload } = useLoad('/caregivers/reachability', {
    query: ward ? { wardId: ward } : {},
  });
  return (
    <Page title={wardName === undefined ? text.title : text.titleOf(wardName)}>
      <p>{text.about}</p>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <div class="card">
          <p class="sentence">
            <strong>{summaryOf(data)}</strong>
          </p>
          <Table
            caption={text.title}
            rows={data}
            keyOf={({ id }) => id}
            empty={text.none}
            columns={[
              { title: text.person, cell: (person) => <Name person={person} /> },
              {
                title: text.duty,
                cell: ({ onDutyUntil }) => (onDutyUntil === null ? text.offDuty : text.until(onDutyUntil)),
              },
              { title: text.reached, cell: ({ isReachable }) => <Reached isReachable={isReachable} /> },
              { title: text.methods, cell: (person) => <Methods person={person} /> },
              { title: text.tested, cell: (person) => lastTestOf(person) },
            ]}
          />
        </div>
      )}
      <LastNight wardId={ward} />
    </Page>
  );
}

function LastNight({ wardId }: { readonly wardId: string | undefined }) {
  const { data, failure, reload } = useLoad('/caregivers/unreached', { query: wardId ? { wardId } : {} });
  const { night: words } = text;
  return (
    <Card title={words.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          <p>{words.about(data.from, data.to)}</p>
          <Table
            caption={words.title}
            rows={data.unreached}
            keyOf={({ personId, fallId }) => `${personId} ${fallId}`}
            empty={words.none}
            columns={[
              { title: text.person, cell: ({ personName }) => <strong>{personName}</strong> },
              {
                title: words.fall,
                cell: ({ fallId, patientName, patientRoom, fellAt }) => (
                  <a href={`/falls/${fallId}`}>{words.fallOf(patientName, patientRoom, fellAt)}</a>
                ),
              },
              {
                title: text.methods,
                cell: ({ channels }) => channels.map((kind) => text.kind[kind]).join(', '),
              },
            ]}
          />
          {data.unreached.length >= MOST_SHOWN && <p class="hint">{words.most(MOST_SHOWN)}</p>}
        </>
      )}
    </Card>
  );
}

function summaryOf(people: readonly ReachablePerson[]): string {
  const reachable = (some: readonly ReachablePerson[]): number =>
    some.filter(({ isReachable }) => isReachable).length;
  const onDuty = people.filter(({ onDutyUntil }) => onDutyUntil !== null);
  const duty = onDuty.length === 0 ? text.noOneOnDuty : text.onDuty(reachable(onDuty), onDuty.length);
  return `${text.summary(reachable(people), people.length)} ${duty}`;
}

const Name = ({ person: { name, role, warnings } }: { readonly person: ReachablePerson }) => (
  <span>
    <strong>{name}</strong>
    {role === 'ADMIN' && <span class="hint"> {common.role.ADMIN}</span>}
    {warnings.length > 0 && <span class="wearable-warning">{text.unheardNight}</span>}
  </span>
);

/** In words and shape, not in colour alone. */
const Reached = ({ isReachable }: { readonly isReachable: boolean }) => (
  <span class={isReachable ? 'reach-state yes' : 'reach-state no'}>
    <Icon name={isReachable ? 'check' : 'cross'} />
    {isReachable ? text.yes : text.no}
  </span>
);

function Methods({ person: { channels } }: { readonly person: ReachablePerson }) {
  if (channels.length === 0) return <>{text.noMethods}</>;
  return (
    <ul class="reach-methods">
      {channels.map(({ kind, state, failed, unreceived, ringsOnSilent }, index) => (
        <li key={`${index} ${kind}`}>
          {text.method(text.kind[kind], text.state[state])}
          {failed && <span class="hint"> {text.failed}</span>}
          {unreceived && <span class="hint"> {text.unreceived}</span>}
          {ringsOnSilent !== null && (
            <span class="hint"> {ringsOnSilent ? text.ringsOnSilent : text.silentOnSilent}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function lastTestOf({ channels }: ReachablePerson): string {
  const tests = channels.flatMap(({ testedAt }) => (testedAt === null ? [] : [testedAt]));
  const last = tests.sort().at(-1);
  return last === undefined ? text.neverTested : dateAndTime(last);
}
