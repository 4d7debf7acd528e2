import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { DetectionLimits, SensitivityReport } from '../api/records.ts';
import type { Answered } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { detectionLimits as text } from '../text/en/detection-limits.ts';
import { number } from '../text/words.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Radios } from './field.tsx';
import type { Loaded } from './load.ts';
import { Loading } from './loading.tsx';

/** What one owner has chosen, and what it inherits otherwise. */
interface Chosen {
  readonly own: DetectionLimits['own'];
  /** Without it, there is nobody to inherit from. */
  readonly inherited?: { readonly from: 'ward' | 'organisation'; readonly limits: Partial<DetectionLimits> };
  /** What each sensitivity means, once it is known. */
  readonly report?: SensitivityReport | undefined;
}

interface Changed {
  readonly verify: boolean | null;
  readonly sensitivity: DetectionLimits['sensitivity'] | null;
}

const INHERIT = 'inherit';

/** The fields of a form as the API has them. */
export const changeOf = ({ verify, sensitivity }: Readonly<Record<string, string>>): Changed => ({
  verify: verify === INHERIT ? null : verify === 'on',
  sensitivity:
    sensitivity === 'fewer' || sensitivity === 'standard' || sensitivity === 'more' ? sensitivity : null,
});

/** When phones ring for a detected fall, and how sure Vigil must be (docs/response.md). */
export function DetectionFields({ own, inherited, report }: Chosen) {
  const inherit = (words: string | undefined) =>
    inherited === undefined ? [] : [{ value: INHERIT, label: text.like[inherited.from](words) }];
  const { verify, sensitivity } = inherited?.limits ?? {};
  return (
    <>
      <Radios
        legend={text.verify.legend}
        name="verify"
        options={[
          ...inherit(verify === undefined ? undefined : verify ? text.verify.only : text.verify.every),
          { value: 'on', label: text.verify.on, hint: text.verify.onHint },
          { value: 'off', label: text.verify.off, hint: text.verify.offHint },
        ]}
        checked={own.verify === null ? (inherited === undefined ? 'on' : INHERIT) : own.verify ? 'on' : 'off'}
      />
      <Radios
        legend={text.sensitivity.legend}
        name="sensitivity"
        options={[
          ...inherit(sensitivity && text.sensitivity[sensitivity].short),
          ...(['fewer', 'standard', 'more'] as const).map((value) => ({
            value,
            label: text.sensitivity[value].label,
            hint: [text.sensitivity[value].hint, ...meaningsOf(value, report)].join('\n'),
          })),
        ]}
        checked={own.sensitivity ?? (inherited === undefined ? 'standard' : INHERIT)}
      />
      {report && <p class="hint">{text.recordings(number(Math.round(report.recordedHours)))}</p>}
    </>
  );
}

/** In the evaluation, and here if anything would have rung. */
function meaningsOf(sensitivity: Changed['sensitivity'], report: SensitivityReport | undefined): string[] {
  const effect = report?.choices.find((one) => one.sensitivity === sensitivity);
  if (effect === undefined) return [];
  const { rung, realFalls, falseAlarms, evaluation } = effect;
  const { reading, parts } = evaluation;
  const judged = [
    ...(realFalls.all > 0 ? [text.realFalls(realFalls)] : []),
    ...(falseAlarms.all > 0 ? [text.falseAlarms(falseAlarms)] : []),
  ].join(', ');
  return [
    text.evaluated(
      range(reading.fallsPercent, parts.fallsPercent),
      range(reading.falseAlarmsPerShift, parts.falseAlarmsPerShift),
    ),
    ...(report?.choices.some((one) => one.rung > 0) ? [text.effect(rung, judged)] : []),
  ];
}

/** The figures for one reading per second and for parts: the page does not know what the wearables send. */
function range(reading: number, parts: number): string {
  const shown = (figure: number) => number(figure < 10 ? Math.round(10 * figure) / 10 : Math.round(figure));
  const [low, high] = [shown(Math.min(reading, parts)), shown(Math.max(reading, parts))];
  return low === high ? low : text.range(low, high);
}

/** Opens the dialog on a press: a page has few requests (docs/contract.md, "Console"). */
export function DetectionCard({ dialog }: { readonly dialog: (onClose: () => void) => VNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      <Button onPress={() => setOpen(true)}>{text.change}</Button>
      {isOpen && dialog(() => setOpen(false))}
    </Card>
  );
}

/** The limits of a ward or of the organisation. */
export function DetectionDialog({
  limits: { data, failure, reload },
  report,
  inherits,
  save,
  onClose,
}: {
  readonly limits: Pick<Loaded<DetectionLimits>, 'data' | 'failure' | 'reload'>;
  readonly report: Pick<Loaded<SensitivityReport>, 'data'>;
  /** Whether there is an organisation to inherit from. */
  readonly inherits: boolean;
  readonly save: (change: Changed) => Promise<Answered<unknown>>;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={text.title}
      confirm={common.save}
      act={(fields) => save(changeOf(fields))}
      onClose={onClose}
    >
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <DetectionFields
          own={data.own}
          report={report.data}
          {...(inherits && { inherited: { from: 'organisation', limits: inheritedBy(data) } })}
        />
      )}
    </ConfirmDialog>
  );
}

/** What the organisation has chosen is seen only where it applies. */
const inheritedBy = ({ own, verify, sensitivity }: DetectionLimits): Partial<DetectionLimits> => ({
  ...(own.verify === null && { verify }),
  ...(own.sensitivity === null && { sensitivity }),
});
