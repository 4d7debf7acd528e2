import { useState } from 'preact/hooks';
import type { SensorRule, SensorSign } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { SelectField, TimeField } from '../../components/field.tsx';
import { SENSOR_SIGNS } from '../../state/falls.ts';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';

const { sensorRules: words } = text;
const NIGHT = { from: '22:00', to: '06:00' };
const WHEN = ['never', 'always', 'hours'] as const;

type When = (typeof WHEN)[number];

/** Which alerts of sensors escalate (docs/sensors.md, "Escalation"). */
export function SensorRules({
  patientId,
  name,
  rules,
  onChanged,
}: {
  readonly patientId: string;
  readonly name: string;
  readonly rules: readonly SensorRule[];
  readonly onChanged: () => unknown;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={words.title}>
      <p>{rules.length === 0 ? words.none : words.some}</p>
      {rules.length > 0 && (
        <ul>
          {rules.map((rule) => (
            <li key={`${rule.type} ${rule.hours?.from}`}>
              {words.rule(common.sensorEvent[rule.type], hoursOf(rule))}
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <Button onPress={() => setOpen(true)}>{words.change}</Button>
      </div>
      {isOpen && (
        <RulesDialog
          patientId={patientId}
          name={name}
          rules={rules}
          onChanged={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

const hoursOf = ({ hours }: SensorRule): string =>
  hours === null ? words.always : words.between(hours.from, hours.to);

const whenOf = (rule: SensorRule | undefined): When =>
  rule === undefined ? 'never' : rule.hours === null ? 'always' : 'hours';

/** One rule for each type; other programs may set more, which a change here replaces. */
function RulesDialog({
  patientId,
  name,
  rules,
  onChanged,
  onClose,
}: {
  readonly patientId: string;
  readonly name: string;
  readonly rules: readonly SensorRule[];
  readonly onChanged: () => unknown;
  readonly onClose: () => void;
}) {
  const ruleOf = (type: SensorSign) => rules.find((rule) => rule.type === type);
  const [chosen, setChosen] = useState<Readonly<Record<string, When>>>(
    Object.fromEntries(SENSOR_SIGNS.map((type) => [type, whenOf(ruleOf(type))])),
  );
  const save = (entered: Readonly<Record<string, string>>) =>
    api.put('/patients/{id}/sensor-rules', {
      path: { id: patientId },
      body: {
        rules: SENSOR_SIGNS.filter((type) => chosen[type] !== 'never').map((type) => ({
          type,
          hours:
            chosen[type] === 'hours'
              ? { from: entered[`${type}-from`] ?? '', to: entered[`${type}-to`] ?? '' }
              : null,
        })),
      },
    });
  return (
    <ConfirmDialog
      title={words.dialogTitle(name)}
      confirm={common.save}
      act={save}
      onDone={onChanged}
      onClose={onClose}
    >
      <p>{words.explained}</p>
      {SENSOR_SIGNS.map((type) => (
        <div key={type}>
          <SelectField
            label={common.sensorEvent[type]}
            name={type}
            value={chosen[type] ?? 'never'}
            onChange={(when) => setChosen({ ...chosen, [type]: when as When })}
            options={WHEN.map((when) => ({ value: when, label: words.when[when] }))}
          />
          {chosen[type] === 'hours' && (
            <>
              <TimeField
                label={words.from(common.sensorEvent[type])}
                name={`${type}-from`}
                value={ruleOf(type)?.hours?.from ?? NIGHT.from}
              />
              <TimeField
                label={words.to(common.sensorEvent[type])}
                name={`${type}-to`}
                value={ruleOf(type)?.hours?.to ?? NIGHT.to}
              />
            </>
          )}
        </div>
      ))}
    </ConfirmDialog>
  );
}
