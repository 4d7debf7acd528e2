import type { Assessment, FallDetail, FallSource } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Table } from '../../components/table.tsx';
import { fall as text } from '../../text/en/fall.ts';
import { phrases } from '../../text/en/phrases.ts';

const { why: words } = text;

const UNMEASURED: Readonly<Record<FallSource, string>> = {
  HELP_BUTTON: words.help,
  REPORT: words.reported,
  CHECK_IN: words.checkIn,
  STREAM: words.unknown,
  SENSOR: words.sensor,
};

/** Words first; the detector's values are one press away. */
export function Explanation({ detail: { assessment, source, sensor } }: { readonly detail: FallDetail }) {
  return (
    <Card title={words.title}>
      {assessment === null ? (
        <p>{sensor === null ? UNMEASURED[source] : words.sensorNamed(sensor.name)}</p>
      ) : (
        <>
          <Facts facts={factsOf(assessment)} />
          <Numbers assessment={assessment} />
        </>
      )}
    </Card>
  );
}

const percentOf = (confidence: number): number => Math.round(confidence * 100);

const factsOf = ({ seen, confidence, wearer }: Assessment): Fact[] => [
  { name: words.signs, value: <Phrases of={seen.for} /> },
  ...(seen.against.length === 0 ? [] : [{ name: words.against, value: <Phrases of={seen.against} /> }]),
  {
    name: words.confidence,
    value:
      wearer === undefined
        ? words.percent(percentOf(confidence))
        : words.lowered(percentOf(confidence), percentOf(wearer.detectorConfidence), wearer.falseAlarms),
  },
];

const Phrases = ({ of }: { readonly of: readonly string[] }) => (
  <ul class="phrases">
    {of.map((phrase) => (
      <li key={phrase}>{phrases.reworded(phrase)}</li>
    ))}
  </ul>
);

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

const Numbers = ({ assessment: { reasons } }: { readonly assessment: Assessment }) =>
  reasons.length === 0 ? null : (
    <details class="chart-table">
      <summary>{words.numbers}</summary>
      <Table
        caption={words.numbers}
        rows={reasons}
        keyOf={({ name }) => name}
        empty=""
        columns={[
          { title: words.name, cell: ({ name }) => name },
          { title: words.value, numeric: true, cell: ({ value }) => rounded(value) },
          {
            title: words.weight,
            numeric: true,
            cell: ({ contribution }) =>
              contribution === null ? words.rule : `${contribution > 0 ? '+' : ''}${rounded(contribution)}`,
          },
        ]}
      />
    </details>
  );
