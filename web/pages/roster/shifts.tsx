import { useState } from 'preact/hooks';
import type { RosterShift } from '../../api/records.ts';
import { api, type Failed } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Checks, Field, namedOptions } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { now } from '../../state/clock.ts';
import { roster } from '../../text/en/roster.ts';
import { mondayOf } from './days.ts';

const text = roster.shifts;

/** A shift while it is edited; a new one has no id yet. */
type Draft = Omit<RosterShift, 'id'> & { readonly id?: string; readonly key: string };

let drafts = 0;
const draftOf = (shift: Omit<RosterShift, 'id'> & { readonly id?: string }): Draft => {
  drafts += 1;
  return { ...shift, key: shift.id ?? `new-${drafts}` };
};

const newShift = (): Draft =>
  draftOf({
    name: '',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    start: '22:00',
    end: '06:00',
    caregivers: [],
    from: mondayOf(now.peek()),
    until: null,
    everyWeeks: 1,
  });

const WEEKDAYS = roster.days.map((label, index) => ({ value: String(index + 1), label }));

/** The shifts of the roster, edited and saved together. */
export function Shifts({ wardId, onChange }: { readonly wardId: string; readonly onChange: () => void }) {
  const path = { id: wardId };
  const { data, failure, reload } = useLoad('/wards/{id}/roster', { path });
  const { data: members = [] } = useLoad('/wards/{id}/caregivers', { path, query: { limit: 100 } });
  const [edited, setEdited] = useState<readonly Draft[]>();
  const [saved, setSaved] = useState<number>();
  const shifts = edited ?? data?.shifts.map(draftOf);
  const change = (key: string, part: Partial<Draft>) => {
    setSaved(undefined);
    setEdited(shifts?.map((shift) => (shift.key === key ? { ...shift, ...part } : shift)));
  };
  const save = async () => {
    const reply = await api.put('/wards/{id}/roster', {
      path,
      body: { shifts: (shifts ?? []).map(({ key: _, ...shift }) => shift) },
    });
    if (reply.ok) {
      setEdited(reply.data.shifts.map(draftOf));
      setSaved(reply.data.shifts.length);
      onChange();
    }
    return reply;
  };
  return (
    <Card title={text.title}>
      {shifts === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <Form onSubmit={save} label={text.title}>
          {({ errors }) => (
            <>
              {shifts.map((shift, index) => (
                <Shift
                  key={shift.key}
                  shift={shift}
                  number={index + 1}
                  people={namedOptions(members)}
                  errors={errorsOf(errors, index)}
                  onChange={(part) => change(shift.key, part)}
                  onRemove={() => setEdited(shifts.filter(({ key }) => key !== shift.key))}
                />
              ))}
              {saved !== undefined && <Notice kind="good">{text.saved(saved)}</Notice>}
              <div class="actions">
                <Button onPress={() => setEdited([...shifts, newShift()])}>{text.add}</Button>
                <Button type="submit" kind="urgent">
                  {text.save}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
    </Card>
  );
}

/** The errors of one shift, by field: `shifts.2.caregivers.0` is an error of `caregivers` of the third. */
function errorsOf(errors: Failed['details'], index: number): Readonly<Record<string, string>> {
  const prefix = `shifts.${index}.`;
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([place, problem]) =>
      place.startsWith(prefix) ? [[place.slice(prefix.length).split('.')[0] ?? '', problem]] : [],
    ),
  );
}

function Shift({
  shift,
  number,
  people,
  errors,
  onChange,
  onRemove,
}: {
  readonly shift: Draft;
  readonly number: number;
  readonly people: readonly { readonly value: string; readonly label: string }[];
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly onRemove: () => void;
}) {
  return (
    <fieldset class="shift">
      <legend>{text.shift(number)}</legend>
      <Field
        label={text.name}
        name={`name-${shift.key}`}
        value={shift.name}
        required
        maxLength={80}
        error={errors.name}
        onInput={(name) => onChange({ name })}
      />
      <Checks
        legend={text.weekdays}
        options={WEEKDAYS}
        values={shift.weekdays.map(String)}
        error={errors.weekdays}
        onChange={(days) => onChange({ weekdays: days.map(Number) })}
      />
      <Field
        label={text.start}
        name={`start-${shift.key}`}
        type="time"
        value={shift.start}
        required
        error={errors.start}
        onInput={(start) => onChange({ start })}
      />
      <Field
        label={text.end}
        name={`end-${shift.key}`}
        type="time"
        hint={text.endHint}
        value={shift.end}
        required
        error={errors.end}
        onInput={(end) => onChange({ end })}
      />
      <Checks
        legend={text.caregivers}
        options={people}
        values={shift.caregivers}
        error={errors.caregivers}
        onChange={(caregivers) => onChange({ caregivers: [...caregivers] })}
      />
      <Field
        label={text.from}
        name={`from-${shift.key}`}
        type="date"
        value={shift.from}
        required
        error={errors.from}
        onInput={(from) => onChange({ from })}
      />
      <Field
        label={text.until}
        name={`until-${shift.key}`}
        type="date"
        hint={text.untilHint}
        value={shift.until ?? ''}
        error={errors.until}
        onInput={(until) => onChange({ until: until === '' ? null : until })}
      />
      <Field
        label={text.everyWeeks}
        name={`weeks-${shift.key}`}
        type="number"
        min={1}
        max={8}
        value={String(shift.everyWeeks)}
        error={errors.everyWeeks}
        onInput={(weeks) => onChange({ everyWeeks: Number(weeks) })}
      />
      <Button kind="quiet" onPress={onRemove}>
        {text.remove}
      </Button>
    </fieldset>
  );
}
