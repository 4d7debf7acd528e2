import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useSteadyList } from '../../components/steady-list.ts';
import { isLoaded } from '../../state/feed.ts';
import { people, totalPeople } from '../../state/people.ts';
import { user } from '../../state/session.ts';
import { board } from '../../text/en/board.ts';
import { PersonRow } from './person-row.tsx';
import { watchVisible } from './watch-visible.ts';

export function People() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, places, isLong } = useSteadyList(people.keys, heading);
  const { observer, stop } = useMemo(watchVisible, []);
  useEffect(() => stop, [stop]);
  const rows = places.filter(({ gone }) => !gone);
  return (
    <section aria-labelledby="people">
      <h2 id="people" ref={heading} tabIndex={-1}>
        {board.people}
      </h2>
      {rows.length === 0 && isLoaded.value && (
        <p class="empty">{user.value?.role === 'ADMIN' ? board.noPeopleAtAll : board.noPeople}</p>
      )}
      {totalPeople.value > rows.length && <p>{board.morePeople(rows.length, totalPeople.value)}</p>}
      <ul class={isLong ? 'people long' : 'people'} ref={list}>
        {rows.map(({ key }) => (
          <PersonRow key={key} id={key} observer={observer} />
        ))}
      </ul>
    </section>
  );
}
