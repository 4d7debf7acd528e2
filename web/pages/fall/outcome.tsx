import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { FallDetail, IncidentReport, Resolution, TimelineEntry } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Radios, TextField } from '../../components/field.tsx';
import { now } from '../../state/clock.ts';
import { user } from '../../state/session.ts';
import { fall as text } from '../../text/en/fall.ts';
import { report as reportText } from '../../text/en/report.ts';
import { dateAndTime, timeOfDay } from '../../text/words.ts';
import { timesIn } from '../../text/zoned.ts';
import { contentOf, shownIn } from '../report/content.ts';
import { useDraft } from '../report/draft.ts';
import { ReportFields } from '../report/form.tsx';
import { outcomeOf } from './timeline.tsx';

const { outcome: words } = text;

/** docs/response.md, "Endpoints": later changes of the outcome are amendments. */
const CORRECTION_MS = 15 * 60_000;
const OUTCOMES: readonly Resolution[] = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'];
/** What a caregiver knows right after the fall; the page of the report has all fields. */
const WRITTEN = ['injury', 'location', 'injuries', 'doctorInformedAt', 'familyInformed'] as const;
const TEXTS = ['location', 'injuries'] as const;

interface OutcomeProps {
  readonly detail: FallDetail;
  readonly entries: readonly TimelineEntry[];
  readonly report: IncidentReport | undefined;
  readonly onReport: (report: IncidentReport) => void;
  readonly onChanged: () => unknown;
}

/** The outcome that the caregiver recorded, with the form that corrects it; hidden until then. */
export function Outcome({ detail, entries, report, onReport, onChanged }: OutcomeProps) {
  const [isEditing, setEditing] = useState(false);
  const { response } = detail;
  const correctUntil = Date.parse(response?.resolvedAt ?? '') + CORRECTION_MS;
  const isCorrectable = useComputed(() => now.value <= correctUntil);
  if (response === null || response.outcome === null) return null;
  const mayWrite = user.value?.role !== 'PATIENT' && report !== undefined;
  return (
    <Card title={words.title}>
      <p class="big">{words[response.outcome]}</p>
      <Facts facts={[...factsOf(response), ...writtenOf(report)]} />
      <Amendments entries={entries} />
      {mayWrite && !isEditing && (
        <div class="actions">
          <Button onPress={() => setEditing(true)}>
            {isCorrectable.value ? words.correct : words.amend}
          </Button>
          <a class="button" href={`/falls/${detail.id}/report`}>
            {words.toReport}
          </a>
        </div>
      )}
      {mayWrite && isEditing && (
        <>
          <p class="hint">
            {isCorrectable.value ? words.correctUntil(timeOfDay(correctUntil)) : words.amendHint}
          </p>
          <OutcomeForm detail={detail} report={report} onReport={onReport} onChanged={onChanged} />
          <div class="actions">
            <Button kind="quiet" onPress={() => setEditing(false)}>
              {words.close}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

type Resolved = NonNullable<FallDetail['response']>;

const factsOf = ({ note, resolvedBy, resolvedAt }: Resolved): Fact[] => [
  ...(resolvedBy === null ? [] : [{ name: words.by, value: resolvedBy.name }]),
  ...(resolvedAt === null ? [] : [{ name: words.when, value: dateAndTime(resolvedAt) }]),
  ...(note === null ? [] : [{ name: words.note, value: note }]),
];

function writtenOf(report: IncidentReport | undefined): Fact[] {
  if (report === undefined) return [];
  const [content, times] = [contentOf(report), timesIn(report.when.timeZone)];
  return WRITTEN.flatMap((field) => {
    const value = shownIn(field, content, times);
    return value === '' ? [] : [{ name: reportText.written[field], value }];
  });
}

/** An outcome that was amended says so, with the one that was recorded first. */
function Amendments({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const amendments = entries.filter(({ type }) => type === 'amended');
  const amended = amendments.at(-1);
  if (amended === undefined) return null;
  const before = entries
    .slice(0, entries.indexOf(amendments[0] ?? amended))
    .filter(({ type }) => type === 'resolved' || type === 'corrected')
    .at(-1)?.outcome;
  return (
    <p class="hint">
      {words.amended(amended.by?.name ?? text.timeline.unknownPerson, dateAndTime(amended.at))}
      {before !== undefined && <> · {words.before(outcomeOf(before))}</>}
    </p>
  );
}

function OutcomeForm({
  detail: { id, response },
  report,
  onReport,
  onChanged,
}: Omit<OutcomeProps, 'entries' | 'report'> & { readonly report: IncidentReport }) {
  const draft = useDraft(report);
  const [note, setNote] = useState(response?.note ?? '');
  const saveOutcome = async (values: Readonly<Record<string, string>>) => {
    const outcome = OUTCOMES.find((one) => one === values.outcome);
    const given = note.trim() || null;
    if (outcome === undefined || (outcome === response?.outcome && given === response.note)) return undefined;
    const reply = await api.put('/falls/{id}/outcome', {
      path: { id },
      body: { outcome, ...(given !== null && { note: given }) },
    });
    if (reply.ok) await onChanged();
    return reply;
  };
  return (
    <ReportFields
      report={report}
      draft={draft}
      onSaved={onReport}
      texts={TEXTS}
      saveFirst={saveOutcome}
      isFirstDirty={note.trim() !== (response?.note ?? '')}
      first={
        <>
          <Radios
            legend={words.title}
            name="outcome"
            options={OUTCOMES.map((value) => ({ value, label: words[value] }))}
            checked={response?.outcome ?? undefined}
          />
          <TextField label={words.noteOptional} name="note" maxLength={500} value={note} onInput={setNote} />
        </>
      }
    />
  );
}
