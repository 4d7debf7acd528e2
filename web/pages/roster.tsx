import { useState } from 'preact/hooks';
import { namedOptions, SelectField } from '../components/field.tsx';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { now } from '../state/clock.ts';
import { user } from '../state/session.ts';
import { roster as text } from '../text/en/roster.ts';
import { mondayOf } from './roster/days.ts';
import { Feed } from './roster/feed.tsx';
import { Shifts } from './roster/shifts.tsx';
import { Swaps } from './roster/swaps.tsx';
import { Week } from './roster/week.tsx';

/** The ward that this browser showed last. */
const REMEMBERED = 'vigil.roster.ward';

/** The roster of a ward: its week, swaps, and for leads and admins its shifts. */
export default function Roster() {
  const {
    data: wards,
    failure,
    reload,
  } = useLoad('/wards', { query: { limit: 100, sort: 'name', order: 'asc' } });
  const [chosen, setChosen] = useState(localStorage.getItem(REMEMBERED));
  // Counts changes of the roster, so that what shows it loads again.
  const [version, setVersion] = useState(0);
  const [monday, setMonday] = useState(() => mondayOf(now.peek()));
  const own = user.value;
  const isLed = (ward: { readonly leads: readonly { readonly id: string }[] }) =>
    ward.leads.some(({ id }) => id === own?.id);
  const ward = wards?.find(({ id }) => id === chosen) ?? wards?.find(isLed) ?? wards?.[0];
  const canEdit = own?.role === 'ADMIN' || (ward !== undefined && isLed(ward));
  const choose = (id: string) => {
    localStorage.setItem(REMEMBERED, id);
    setChosen(id);
  };
  const changed = () => {
    setVersion((before) => before + 1);
    void reload();
  };
  return (
    <Page title={text.title}>
      {wards === undefined && <Loading failure={failure} retry={reload} />}
      {wards?.length === 0 && <p class="empty">{text.noWards}</p>}
      {wards !== undefined && ward !== undefined && (
        <>
          <SelectField
            label={text.ward}
            name="ward"
            value={ward.id}
            options={namedOptions(wards)}
            onChange={choose}
          />
          <Week
            key={ward.id}
            ward={ward}
            monday={monday}
            setMonday={setMonday}
            canEdit={canEdit}
            version={version}
            onChange={changed}
          />
          <Swaps key={`swaps ${ward.id} ${version}`} wardId={ward.id} onChange={changed} />
          {canEdit && <Shifts key={`shifts ${ward.id}`} wardId={ward.id} onChange={changed} />}
          <Feed key={`feed ${ward.id}`} wardId={ward.id} />
        </>
      )}
    </Page>
  );
}
