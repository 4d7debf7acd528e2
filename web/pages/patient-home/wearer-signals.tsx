import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
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
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3l10 18H2zM12 9v6M12 17.5v1" />
          </svg>
          {patientHome.help}
        </Button>
        <div>
          <Button disabled={why !== undefined} describedBy="why-not-ok" onPress={ok}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 13l5 5L20 6" />
            </svg>
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
