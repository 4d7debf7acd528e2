import type { Assessment, FallDetail } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { fall as text } from '../../text/en/fall.ts';
import { reasonsOf } from '../../text/en/reasons.ts';

const { why: words } = text;

/** A sentence first; the detector's values are one press away. */
export function Explanation({ detail: { assessment, source } }: { readonly detail: FallDetail }) {
  return (
    <Card title={words.title}>
      {assessment === null ? (
        <p>{source === 'HELP_BUTTON' ? words.help : source === 'REPORT' ? words.reported : words.unknown}</p>
      ) : (
        <>
          <p>
            {words.because(reasonsOf(assessment))} {words.confidence(Math.round(assessment.confidence * 100))}
          </p>
          <Numbers assessment={assessment} />
        </>
      )}
    </Card>
  );
}

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
