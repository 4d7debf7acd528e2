import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { callHelp, confirmOk, openFall, whyNotOk } from '../../state/own-falls.ts';
import { patientHome } from '../../text/en/patient-home.ts';

/** "I need help" and "I'm OK" act on one press (docs/contract.md, "Console"). */
export function WearerSignals() {
  const [failed, setFailed] = useState<string>();
  const why = whyNotOk.value;
  const ok = async () => {
    const fall = openFall.peek();
    if (fall === undefined) return;
    const reply = await confirmOk(fall.id);
    setFailed(reply.ok ? undefined : reply.status === 0 ? patientHome.notSent : reply.error);
  };
  const help = async () => {
    const reply = await callHelp();
    if (!reply.ok) setFailed(patientHome.notSent);
    // Above its rate limit the service records a call without an alert.
    else setFailed(reply.data.response === null ? patientHome.tooOften : undefined);
  };
  return (
    <>
      {failed !== undefined && <Notice kind="error">{failed}</Notice>}
      <div class="wearer-signals">
        <Button kind="urgent" onPress={help}>
          <Icon name="help" />
          {patientHome.help}
        </Button>
        <div>
          <Button disabled={why !== undefined} describedBy="why-not-ok" onPress={ok}>
            <Icon name="check" />
            {patientHome.ok}
          </Button>
          <p class="hint" id="why-not-ok">
            {why !== undefined && patientHome.whyNotOk[why]}
          </p>
        </div>
      </div>
    </>
  );
}
