import { useState } from 'preact/hooks';
import { download } from '../../api/download.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { patientHome } from '../../text/en/patient-home.ts';
import { AccessLog } from './access-log.tsx';

export function OwnData() {
  const [said, setSaid] = useState<{ readonly kind: 'info' | 'good' | 'error'; readonly text: string }>();
  const [showsLog, setShowsLog] = useState(false);
  const exportAll = async () => {
    setSaid({ kind: 'info', text: patientHome.exporting });
    const answer = await download('/profile/me/export');
    setSaid(answer.ok ? { kind: 'good', text: patientHome.exported } : { kind: 'error', text: answer.error });
  };
  return (
    <Card title={patientHome.data}>
      <p>{patientHome.exportHint}</p>
      {said !== undefined && <Notice kind={said.kind}>{said.text}</Notice>}
      <div class="actions">
        <Button onPress={exportAll}>{patientHome.export}</Button>
        {!showsLog && <Button onPress={() => setShowsLog(true)}>{patientHome.accessLog}</Button>}
      </div>
      {showsLog && <AccessLog />}
    </Card>
  );
}
