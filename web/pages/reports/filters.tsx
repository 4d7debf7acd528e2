import { Button } from '../../components/button.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.ts';
import { useLoad } from '../../components/load.ts';
import { mayLead, useWards } from '../../components/wards.ts';
import { user } from '../../state/session.ts';
import { reports } from '../../text/en/reports.ts';
import { today } from '../../text/words.ts';

const { filters: text } = reports;

/** The filters of the page, in its URL. */
export interface Scope {
  readonly from: string;
  readonly to: string;
  readonly wardId: string;
  readonly patientId: string;
}

const MAX_LISTED = 100;
const DAY_MS = 86_400_000;

/** Admins see all wards, leads theirs, caregivers one resident. */
export function useScope(defaultDays: number) {
  const [filters, change] = useFilters();
  const scope: Scope = {
    from: filters.from || today(Date.now() - (defaultDays - 1) * DAY_MS),
    to: filters.to || today(Date.now()),
    wardId: filters.wardId ?? '',
    patientId: filters.patientId ?? '',
  };
  const isAllowed = user.value?.role === 'ADMIN' || scope.wardId !== '' || scope.patientId !== '';
  return { scope, change, isAllowed };
}

export function Filters({
  scope,
  onChange,
}: {
  readonly scope: Scope;
  readonly onChange: (changes: Partial<Scope>) => void;
}) {
  const { from, to, wardId, patientId } = scope;
  const id = user.value?.id ?? '';
  const isAdmin = user.value?.role === 'ADMIN';
  const { data: wards = [] } = useWards();
  const mine = wards.filter(mayLead);
  return (
    <search class="log-filters">
      <div class="filters">
        <DateRange labels={text} from={from} to={to} onChange={onChange} />
        {mine.length > 0 && (
          <SelectField
            label={text.ward}
            name="wardId"
            value={wardId}
            options={[
              { value: '', label: isAdmin ? text.everyWard : text.chooseWard },
              ...mine.map((ward) => ({ value: ward.id, label: ward.name })),
            ]}
            onChange={(chosen) => onChange({ wardId: chosen, patientId: '' })}
          />
        )}
        {!isAdmin && <Residents id={id} patientId={patientId} onChange={onChange} />}
        {(wardId !== '' || patientId !== '') && (
          <Button kind="quiet" onPress={() => onChange({ wardId: '', patientId: '' })}>
            {text.clear}
          </Button>
        )}
      </div>
    </search>
  );
}

/** The residents in the caregiver's care. Admins choose one in the table of residents. */
function Residents({
  id,
  patientId,
  onChange,
}: {
  readonly id: string;
  readonly patientId: string;
  readonly onChange: (changes: Partial<Scope>) => void;
}) {
  const { data = [] } = useLoad('/caregivers/{id}/patients', {
    path: { id },
    query: { limit: MAX_LISTED, sort: 'name', order: 'asc' },
  });
  return (
    <SelectField
      label={text.resident}
      name="patientId"
      value={patientId}
      options={[
        { value: '', label: text.everyResident },
        ...data.map((patient) => ({ value: patient.id, label: patient.name })),
      ]}
      onChange={(chosen) => onChange({ patientId: chosen })}
    />
  );
}
