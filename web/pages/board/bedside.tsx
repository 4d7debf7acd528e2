import type { ComponentChildren } from 'preact';
import type { IncidentReport } from '../../api/records.ts';
import { Choice } from '../../components/choice.tsx';
import { useLoad } from '../../components/load.ts';
import { bedside as text } from '../../text/en/bedside.ts';
import { timesIn } from '../../text/zoned.ts';
import { type Content, contentOf, shownIn } from '../report/content.ts';
import { INJURIES } from '../report/draft.ts';

/** What a caregiver finds, for the incident report: the fields that they tapped. */
export type Found = Partial<Content>;

export interface BedsideProps {
  readonly fallId: string;
  readonly found: Found;
  readonly onFound: (found: Found) => void;
}

/** Questions without typing. What the report says already is shown as answered. */
export default function Bedside(props: BedsideProps) {
  const { data, failure } = useLoad('/falls/{id}/report', { path: { id: props.fallId } });
  if (failure !== undefined) return <p class="hint">{text.later}</p>;
  return data === undefined ? null : <Questions {...props} report={data} />;
}

const ANSWERS = [
  { value: 'yes', label: text.yes },
  { value: 'no', label: text.no },
] as const;

function Questions({ found, onFound, report }: BedsideProps & { readonly report: IncidentReport }) {
  const before = contentOf(report);
  const now = { ...before, ...found };
  const times = timesIn(report.when.timeZone);
  const places =
    before.location === null || text.places.includes(before.location)
      ? text.places
      : [before.location, ...text.places];
  const informed = (
    legend: string,
    answer: 'isDoctorInformed' | 'isFamilyInformed',
    row: 'doctorInformedAt' | 'familyInformed',
  ) => (
    <Question legend={legend}>
      <Choice
        legend={legend}
        name={answer}
        options={ANSWERS}
        value={now[answer] === null && now[row] === null ? '' : now[answer] === false ? 'no' : 'yes'}
        onChange={(given) => onFound({ ...found, [answer]: given === 'yes' })}
      />
      {found[answer] === false && before[row] !== null && (
        <p class="hint">{text.replaces(shownIn(row, before, times))}</p>
      )}
    </Question>
  );
  return (
    <div class="bedside">
      <Question legend={text.injury}>
        <Choice
          legend={text.injury}
          name="injury"
          options={INJURIES.map((value) => ({ value, label: text.injuries[value] }))}
          value={now.injury ?? ''}
          onChange={(injury) => onFound({ ...found, injury: injury || null })}
        />
      </Question>
      <Question legend={text.location}>
        <Choice
          legend={text.location}
          name="location"
          options={places.map((place) => ({ value: place, label: place }))}
          value={now.location ?? ''}
          onChange={(location) => onFound({ ...found, location })}
        />
        {before.location !== null && now.location !== before.location && (
          <p class="hint">{text.replaces(before.location)}</p>
        )}
      </Question>
      {informed(text.doctor, 'isDoctorInformed', 'doctorInformedAt')}
      {informed(text.family, 'isFamilyInformed', 'familyInformed')}
    </div>
  );
}

const Question = ({
  legend,
  children,
}: {
  readonly legend: string;
  readonly children: ComponentChildren;
}) => (
  <>
    <p class="question" aria-hidden="true">
      {legend}
    </p>
    {children}
  </>
);
