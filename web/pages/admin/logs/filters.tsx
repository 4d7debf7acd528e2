import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { ChoosePerson } from '../../../components/choose-person.tsx';
import { DateRange } from '../../../components/date-range.tsx';
import { SelectField } from '../../../components/field.tsx';
import { logs as text } from '../../../text/en/admin/logs.ts';

type Values = Readonly<Record<string, string>>;

const LEVELS = [
  { value: '', label: text.everyLevel },
  ...Object.entries(text.levels).map(([value, label]) => ({ value, label })),
];
const ACTIONS = [
  { value: '', label: text.everyAction },
  ...Object.entries(text.actions).flatMap(([group, actions]) =>
    Object.entries(actions).map(([value, label]) => ({
      value,
      label,
      group: text.groups[group as keyof typeof text.groups],
    })),
  ),
];
const NONE = { level: '', action: '', actorId: '', subjectId: '', from: '', to: '' };

export function Filters({
  filters,
  nameOf,
  onChange,
}: {
  readonly filters: Values;
  readonly nameOf: (id: string) => string;
  readonly onChange: (changes: Values) => void;
}) {
  const { level = '', action = '', actorId = '', subjectId = '', from = '', to = '' } = filters;
  const [choosing, setChoosing] = useState<'actorId' | 'subjectId'>();
  const close = () => setChoosing(undefined);
  const isFiltered = Object.keys(NONE).some((name) => (filters[name] ?? '') !== '');
  return (
    <search class="log-filters">
      <div class="filters">
        <SelectField
          label={text.level}
          name="level"
          value={level}
          options={LEVELS}
          onChange={(value) => onChange({ level: value })}
        />
        <SelectField
          label={text.action}
          name="action"
          value={action}
          options={ACTIONS}
          onChange={(value) => onChange({ action: value })}
        />
        <DateRange labels={text} from={from} to={to} onChange={onChange} />
      </div>
      <div class="actions">
        <Button onPress={() => setChoosing('actorId')}>
          {actorId === '' ? text.choose : text.onlyBy(nameOf(actorId))}
        </Button>
        <Button onPress={() => setChoosing('subjectId')}>
          {subjectId === '' ? text.chooseAbout : text.onlyAbout(nameOf(subjectId))}
        </Button>
        {isFiltered && (
          <Button kind="quiet" onPress={() => onChange(NONE)}>
            {text.clear}
          </Button>
        )}
      </div>
      {choosing !== undefined && (
        <ChoosePerson
          title={choosing === 'actorId' ? text.chooseTitle : text.chooseAboutTitle}
          legend={text.person}
          confirm={text.show}
          onChosen={(id) => onChange({ [choosing]: id })}
          onClose={close}
        />
      )}
    </search>
  );
}
