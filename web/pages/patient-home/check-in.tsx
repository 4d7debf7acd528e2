import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { CheckIn as CheckInRecord } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { now } from '../../state/clock.ts';
import { patientHome } from '../../text/en/patient-home.ts';

const { checkIn: words } = patientHome;

/** The service decides some seconds after the end of a window; then the next one is known. */
const AFTER_END_MS = 30_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** "I'm up", while the window of the check-in is open. */
export function CheckIn({
  checkIn,
  reload,
}: {
  readonly checkIn: CheckInRecord;
  readonly reload: () => unknown;
}) {
  const { opensAt, closesAt, checkedInAt } = checkIn;
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    const wait = Math.min(Date.parse(closesAt) + AFTER_END_MS - now.peek(), LONGEST_TIMER_MS);
    const timer = setTimeout(reload, Math.max(wait, AFTER_END_MS));
    return () => clearTimeout(timer);
  }, [closesAt, reload]);
  const isOpen = useComputed(() => Date.parse(opensAt) <= now.value && now.value < Date.parse(closesAt));
  if (!isOpen.value) return null;
  if (checkedInAt !== null) return <Notice kind="good">{words.done}</Notice>;
  const press = async () => {
    const reply = await api.post('/patients/me/check-in');
    setFailed(reply.ok ? undefined : patientHome.notSent);
    if (reply.ok) await reload();
  };
  return (
    <>
      {failed !== undefined && <Notice kind="error">{failed}</Notice>}
      <div class="check-in">
        <Button kind="urgent" describedBy="check-in-hint" onPress={press}>
          {words.up}
        </Button>
        <p class="hint" id="check-in-hint">
          {words.hint(checkIn.until)}
        </p>
      </div>
    </>
  );
}
