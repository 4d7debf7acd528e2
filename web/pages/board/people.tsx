import { useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Field, namedOptions, SelectField } from '../../components/field.tsx';
import { Later } from '../../components/later.tsx';
import { useSteadyList } from '../../components/steady-list.ts';
import { isLoaded } from '../../state/feed.ts';
import { people, quietCount, snapshots, totalPeople } from '../../state/people.ts';
import { peopleFilter as filter } from '../../state/people-filter.ts';
import { listPeople, type PeopleFilter, SORTS, type Sort, wardsOf } from '../../state/people-list.ts';
import { chooseView, residentsView } from '../../state/residents-view.ts';
import { user } from '../../state/session.ts';
import { board } from '../../text/en/board.ts';
import { PersonRow } from './person-row.tsx';
import { watchVisible } from './watch-visible.ts';

const { row } = board;

const change = (part: Partial<PeopleFilter>): void => {
  filter.value = { ...filter.peek(), ...part };
};

/** Not with every reading: a list that follows the last reading would never stand still. */
function useListed() {
  return useComputed(() => {
    snapshots.value;
    const all = people.keys.value.flatMap((id) => people.peek(id) ?? []);
    return {
      keys: listPeople(all, filter.value).map(({ id }) => id),
      wards: wardsOf(all),
      rooms: new Set(all.map(({ room }) => room)).size,
    };
  });
}

export function People() {
  const heading = useRef<HTMLHeadingElement>(null);
  const listed = useListed();
  const keys = useComputed(() => listed.value.keys);
  const { list, places, isLong } = useSteadyList<HTMLTableSectionElement>(keys, heading);
  const { observer, stop } = useMemo(watchVisible, []);
  useEffect(() => stop, [stop]);
  const rows = places.filter(({ gone }) => !gone);
  const known = people.keys.value.length;
  const [isReporting, setReporting] = useState(false);
  const isList = residentsView(listed.value.rooms) === 'list';
  return (
    <section aria-labelledby="people" class={isList ? '' : 'in-rooms'}>
      <div class="section-head">
        <h2 id="people" ref={heading} tabIndex={-1}>
          {board.people}
        </h2>
        {known > 0 && (
          <div class="actions">
            <Button kind="quiet" onPress={() => chooseView(isList ? 'rooms' : 'list')}>
              {isList ? board.asRooms : board.asList}
            </Button>
            <Button onPress={() => setReporting(true)}>{board.reportFall}</Button>
          </div>
        )}
      </div>
      {isReporting && <Later load={loadReport} onClose={() => setReporting(false)} />}
      {known === 0 && isLoaded.value && (
        <p class="empty">
          {user.value?.role === 'ADMIN' ? board.noPeopleAtAll : board.noPeople}{' '}
          {user.value?.role === 'ADMIN' && <a href="/admin/setup">{board.toSetup}</a>}
        </p>
      )}
      {totalPeople.value > known && <p>{board.morePeople(known, totalPeople.value)}</p>}
      {quietCount.value > 0 && <p class="hint">{board.quietCount(quietCount.value)}</p>}
      {known > 0 && <Filters wards={listed.value.wards} isList={isList} />}
      {known > 0 && rows.length === 0 && <p class="empty">{board.noMatches}</p>}
      {!isList && rows.length > 0 && <Later load={loadRooms} />}
      <table aria-labelledby="people" class="people-table">
        {isList && rows.length > 0 && <Head />}
        <tbody class={isLong ? 'people long' : 'people'} ref={list}>
          {isList && rows.map(({ key }) => <PersonRow key={key} id={key} observer={observer} />)}
        </tbody>
      </table>
    </section>
  );
}

const loadRooms = () => import('./board-rooms.tsx');

const loadReport = () => import('./report-fall.tsx');

function Filters({
  wards,
  isList,
}: {
  readonly wards: ReturnType<typeof wardsOf>;
  readonly isList: boolean;
}) {
  const { search, wardId, sort } = filter.value;
  return (
    <search class="people-filters">
      <Field
        label={board.search}
        name="search"
        type="search"
        value={search}
        onInput={(value) => change({ search: value })}
      />
      {wards.length > 1 && (
        <SelectField
          label={board.ward}
          name="ward"
          value={wardId}
          options={namedOptions(wards, board.allWards)}
          onChange={(value) => change({ wardId: value })}
        />
      )}
      {isList && (
        <SelectField
          label={board.sortBy}
          name="sort"
          value={sort}
          options={SORTS.map((value) => ({ value, label: board.sorts[value] }))}
          onChange={(value) => change({ sort: SORTS.find((known) => known === value) ?? 'attention' })}
        />
      )}
    </search>
  );
}

interface Column {
  readonly title: string;
  readonly sort?: Sort;
  readonly isDescending?: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: row.room, sort: 'room' },
  { title: row.name, sort: 'name' },
  { title: row.lastReading, sort: 'lastReading' },
  { title: row.battery, sort: 'battery' },
  { title: row.heartRate, sort: 'heartRate', isDescending: true },
  { title: row.health },
];

/** Pressing a sorted column returns to the order of attention. */
function Head() {
  const { sort } = filter.value;
  return (
    <thead>
      <tr class="people-head">
        {COLUMNS.map(({ title, sort: own, isDescending }) => (
          <th
            key={title}
            scope="col"
            aria-sort={own !== sort ? undefined : isDescending ? 'descending' : 'ascending'}
          >
            {own === undefined ? (
              title
            ) : (
              <button type="button" onClick={() => change({ sort: sort === own ? 'attention' : own })}>
                {title}
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
