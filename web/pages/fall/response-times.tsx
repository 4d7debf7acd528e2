import type { IncidentReport } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { fall as text } from '../../text/en/fall.ts';
import { timesOf } from '../report/times.ts';

export function ResponseTimes({ report }: { readonly report: IncidentReport | undefined }) {
  if (report === undefined) return null;
  return (
    <Card title={text.times.title}>
      <Facts facts={timesOf(report)} />
    </Card>
  );
}
