import { useState } from 'preact/hooks';
import { download } from '../../api/download.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { patientHome } from '../../text/en/patient-home.ts';
import { AccessLog } from './access-log.tsx';

export function OwnData() {
  const [notice, setNotice] = useState<{ readonly kind: 'info' | 'good' | 'error'; readonly text: string }>();
  const [showsLog, setShowsLog] = useState(false);
  const exportAll = async () => {
    setNotice({ kind: 'info', text: patientHome.exporting });
    const reply = await download('/profile/me/export');
    setNotice(reply.ok ? { kind: 'good', text: patientHome.exported } : { kind: 'error', text: reply.error });
  };
  return (
    <Card title={patientHome.data}>
      <p>{patientHome.exportHint}</p>
      {notice !== undefined && <Notice kind={notice.kind}>{notice.text}</Notice>}
      <div class="actions">
        <Button onPress={exportAll}>{patientHome.export}</Button>
        {!showsLog && <Button onPress={() => setShowsLog(true)}>{patientHome.accessLog}</Button>}
      </div>
      {showsLog && <AccessLog />}
    </Card>
  );
}
