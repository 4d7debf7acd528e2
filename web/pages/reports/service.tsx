import { useState } from 'preact/hooks';
import type { HealthReport } from '../../api/records.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { quality } from '../../text/en/admin/quality.ts';
import { common } from '../../text/en/common.ts';
import { dateAndTime } from '../../text/words.ts';

const { service: text } = quality;
const UNAVAILABLE = 503;

/** The service's health as a sentence: for admins. */
export function ServiceCard() {
  const [isShown, show] = useState(false);
  return (
    <Card title={text.title}>
      <p class="hint">{text.hint}</p>
      {isShown ? <Service /> : <Button onPress={() => show(true)}>{quality.show}</Button>}
    </Card>
  );
}

function Service() {
  const { data, failure, reload } = useLoad('/health');
  return (
    <>
      {failure?.status === UNAVAILABLE && <Notice kind="error">{text.words.UNHEALTHY}</Notice>}
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          <Notice kind={data.status === 'HEALTHY' ? 'good' : 'error'}>{text.words[data.status]}</Notice>
          {data.details.update && <Notice kind="info">{text.update(data.details.update.version)}</Notice>}
          <dl class="vitals service">
            {factsOf(data).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Button onPress={reload}>{common.refresh}</Button>
        </>
      )}
    </>
  );
}

const factsOf = ({ uptime, database, memory, version, timestamp }: HealthReport): [string, string][] => [
  [text.running, text.uptime(uptime)],
  [text.database, database === 'CONNECTED' ? text.connected : database],
  [text.memory, text.of(text.megabytes(memory.used), text.megabytes(memory.available))],
  [text.version, version],
  [text.asOf, dateAndTime(timestamp)],
];
