import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Field, SelectField } from '../../../components/field.tsx';
import { Form } from '../../../components/form.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { logs as text } from '../../../text/en/admin/logs.ts';
import { common } from '../../../text/en/common.ts';

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
const NONE = { level: '', action: '', actorId: '', from: '', to: '' };

export function Filters({
  filters,
  actorName,
  onChange,
}: {
  readonly filters: Values;
  readonly actorName: string;
  readonly onChange: (changes: Values) => void;
}) {
  const { level = '', action = '', actorId = '', from = '', to = '' } = filters;
  const [choosing, setChoosing] = useState(false);
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
        <Field
          label={text.from}
          name="from"
          type="date"
          value={from}
          onInput={(value) => onChange({ from: value })}
        />
        <Field
          label={text.to}
          name="to"
          type="date"
          value={to}
          onInput={(value) => onChange({ to: value })}
        />
      </div>
      <div class="actions">
        <Button onPress={() => setChoosing(true)}>
          {actorId === '' ? text.choose : text.onlyBy(actorName)}
        </Button>
        {isFiltered && (
          <Button kind="quiet" onPress={() => onChange(NONE)}>
            {text.clear}
          </Button>
        )}
      </div>
      {choosing && (
        <Dialog title={text.chooseTitle} onClose={() => setChoosing(false)}>
          <Form
            onSubmit={async ({ person = '' }) => {
              setChoosing(false);
              onChange({ actorId: person });
              return undefined;
            }}
          >
            {() => (
              <>
                <PersonPicker name="person" legend={text.person} />
                <div class="actions">
                  <Button type="submit" kind="urgent">
                    {text.show}
                  </Button>
                  <Button onPress={() => setChoosing(false)}>{common.cancel}</Button>
                </div>
              </>
            )}
          </Form>
        </Dialog>
      )}
    </search>
  );
}
