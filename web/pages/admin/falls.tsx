import { useState } from 'preact/hooks';
import type { AdminFall, FallLevel } from '../../api/records.ts';
import { Button } from '../../components/button.tsx';
import { ChoosePerson } from '../../components/choose-person.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters, useLatest } from '../../components/filters.ts';
import { LevelBadge, levelledOf } from '../../components/level-badge.tsx';
import { Listing } from '../../components/listing.tsx';
import { useLoad } from '../../components/load.ts';
import { Page } from '../../components/page.tsx';
import type { Column } from '../../components/table.tsx';
import { people } from '../../state/people.ts';
import { allFalls as text } from '../../text/en/admin/falls.ts';
import { common } from '../../text/en/common.ts';
import { patient } from '../../text/en/patient.ts';
import { dateAndTime, duration } from '../../text/words.ts';
import { outcomeOf } from '../patient/outcome.ts';

const PAGE_SIZE = 50;
const SECOND_MS = 1_000;
const LEVELS: readonly FallLevel[] = ['CONFIRMED', 'HIGH', 'POTENTIAL', 'SUSPICIOUS'];

const COLUMNS: readonly Column<AdminFall>[] = [
  {
    title: patient.falls.when,
    cell: ({ id, createdAt }) => <a href={`/falls/${id}`}>{dateAndTime(createdAt)}</a>,
  },
  {
    title: text.resident,
    cell: ({ userId, patientName }) => <a href={`/patients/${userId}`}>{patientName}</a>,
  },
  { title: patient.falls.level, cell: (fall) => <LevelBadge {...levelledOf(fall)} /> },
  { title: patient.falls.where, cell: ({ location }) => location ?? '–' },
  { title: patient.falls.outcome, cell: outcomeOf },
  {
    title: text.responseTime,
    numeric: true,
    cell: ({ responseTime }) => (responseTime === null ? '–' : duration(responseTime * SECOND_MS)),
  },
  { title: text.investigation, cell: ({ investigation }) => (investigation === null ? '–' : text.flagged) },
];

/** All falls of the home, newest first. The filters are in the address, so a list can be shared. */
export default function AllFalls() {
  const [filters, change] = useFilters();
  const [isChoosing, setChoosing] = useState(false);
  const { level = '', resident = '', from = '', to = '', page = '' } = filters;
  const loaded = useLoad('/admin/falls', {
    query: {
      status: level as FallLevel | '',
      patientId: resident,
      dateFrom: from,
      dateTo: to,
      page: Number(page) || '',
      limit: PAGE_SIZE,
    },
  });
  const rows = useLatest(loaded.data);
  const name =
    people.get(resident)?.value.name ?? rows?.find(({ userId }) => userId === resident)?.patientName;
  return (
    <Page title={text.title}>
      <search class="log-filters">
        <div class="filters">
          <SelectField
            label={patient.falls.level}
            name="level"
            value={level}
            options={[
              { value: '', label: text.everyLevel },
              ...LEVELS.map((value) => ({ value, label: common.level[value] })),
            ]}
            onChange={(value) => change({ level: value })}
          />
          <DateRange labels={text} from={from} to={to} onChange={change} />
        </div>
        <div class="actions">
          <Button onPress={() => setChoosing(true)}>
            {resident === '' ? text.choose : text.only(name ?? common.unknown)}
          </Button>
          {level + resident + from + to !== '' && (
            <Button kind="quiet" onPress={() => change({ level: '', resident: '', from: '', to: '' })}>
              {text.clear}
            </Button>
          )}
        </div>
      </search>
      <Listing
        loaded={loaded}
        title={text.title}
        found={text.found}
        columns={COLUMNS}
        empty={text.none}
        onPage={(next) => change({ page: next })}
      />
      {isChoosing && (
        <ChoosePerson
          title={text.choose}
          legend={text.resident}
          confirm={text.show}
          only="PATIENT"
          onChosen={(id) => change({ resident: id })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Page>
  );
}
