import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { callHelp, openFall, sayOk, whyNotOk } from '../../state/own-falls.ts';
import { own } from '../../text/en/patient-home.ts';

/** One press each (docs/contract.md, "Console"). */
export function Answers() {
  const [failed, setFailed] = useState<string>();
  const why = whyNotOk.value;
  const ok = async () => {
    const fall = openFall.peek();
    if (fall === undefined) return;
    const answer = await sayOk(fall.id);
    setFailed(answer.ok ? undefined : answer.status === 0 ? own.notSent : answer.error);
  };
  const help = async () => {
    const answer = await callHelp();
    if (!answer.ok) setFailed(own.notSent);
    // Beyond so many calls a minute the service records them, and calls nobody for each.
    else setFailed(answer.data.response === null ? own.tooOften : undefined);
  };
  return (
    <>
      {failed !== undefined && <Notice kind="error">{failed}</Notice>}
      <div class="answers">
        <Button kind="urgent" onPress={help}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3l10 18H2zM12 9v6M12 17.5v1" />
          </svg>
          {own.help}
        </Button>
        <div>
          <Button disabled={why !== undefined} describedBy="why-not-ok" onPress={ok}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 13l5 5L20 6" />
            </svg>
            {own.ok}
          </Button>
          <p class="hint" id="why-not-ok">
            {why !== undefined && own.whyNotOk[why]}
          </p>
        </div>
      </div>
    </>
  );
}
