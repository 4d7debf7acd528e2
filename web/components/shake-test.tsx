import { useEffect, useState } from 'preact/hooks';
import type { Device, ShakeTest } from '../api/records.ts';
import { api } from '../api/rest.ts';
import { now } from '../state/clock.ts';
import { common } from '../text/en/common.ts';
import { wearable } from '../text/en/wearable.ts';
import { wearerPhrases } from '../text/en/wearer-phrases.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

/** Twenty requests in a test: the rate limit counts all pages of a house together. */
const POLL_MS = 1_500;

/** Leads through a shake test and shows what it found. */
export function ShakeTestDialog({
  device: { id, name },
  onClose,
}: {
  readonly device: Pick<Device, 'id' | 'name'>;
  readonly onClose: () => void;
}) {
  const [test, setTest] = useState<ShakeTest>();
  const [problem, setProblem] = useState<string>();
  const isRunning = test?.state === 'waiting' || test?.state === 'running';
  const start = async () => {
    setProblem(undefined);
    const reply = await api.post('/device/{id}/shake-test', { path: { id } });
    if (reply.ok) setTest(reply.data);
    else setProblem(reply.error);
  };
  useEffect(() => {
    if (!isRunning) return;
    const poll = setInterval(async () => {
      const reply = await api.get('/device/{id}/shake-test', { path: { id } });
      if (reply.ok) setTest(reply.data);
    }, POLL_MS);
    return () => clearInterval(poll);
  }, [id, isRunning]);
  return (
    <Dialog title={wearable.shakeTitle(name)} onClose={onClose}>
      {test === undefined ? (
        <>
          <p>{wearable.shakeHint}</p>
          <p>{wearable.shakeQuiet}</p>
        </>
      ) : (
        <Progress test={test} />
      )}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div class="actions">
        {!isRunning && (
          <Button kind="urgent" onPress={start}>
            {test === undefined ? wearable.shakeStart : wearable.shakeAgain}
          </Button>
        )}
        <Button onPress={onClose}>{test === undefined ? common.cancel : common.close}</Button>
      </div>
    </Dialog>
  );
}

function Progress({ test }: { readonly test: ShakeTest }) {
  const { state, checks, endsAt } = test;
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(endsAt) - now.value) / 1000));
  return (
    <>
      {state === 'passed' ? (
        <Notice kind="good">{wearable.shakePassed}</Notice>
      ) : state === 'failed' || state === 'timed_out' ? (
        <Notice kind="error">{state === 'failed' ? wearable.shakeFailed : wearable.shakeTimedOut}</Notice>
      ) : (
        <>
          <p class="shake-step" role="status">
            {stepOf(test)}
          </p>
          <p>{wearable.shakeLeft(secondsLeft)}</p>
        </>
      )}
      {checks.length > 0 && (
        <ul class="shake-checks" aria-label={wearable.shakeChecks}>
          {checks.map(({ name, ok, says }) => (
            <li key={name} class={ok ? 'good' : 'wrong'}>
              <b>
                {wearable.shakeCheck[name]}: {ok ? wearable.shakeOk : wearable.shakeWrong}
              </b>
              <span>{wearerPhrases.reworded(says)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function stepOf({ state, step }: ShakeTest): string {
  if (step === 'shake') return wearable.shakeNow;
  return state === 'waiting' ? wearable.shakeWaiting : wearable.shakeStill;
}
