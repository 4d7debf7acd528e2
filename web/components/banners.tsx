import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { now } from '../state/clock.ts';
import { connection } from '../state/connection.ts';
import { endingAt } from '../state/renewal.ts';
import { logOut } from '../state/session.ts';
import { extendShift, shift } from '../state/shift.ts';
import { common } from '../text/en/common.ts';
import { timeOfDay } from '../text/words.ts';
import { Button } from './button.tsx';

/** Warnings on every page: connection lost, session or shift about to end. */
export function Banners() {
  return (
    <>
      <StaleBanner />
      <SessionBanner />
      <ShiftBanner />
    </>
  );
}

function StaleBanner() {
  const now = connection.value;
  if (now.state !== 'offline' && now.state !== 'reconnecting') return null;
  return <p class="banner">{common.connection.stale(timeOfDay(now.since))}</p>;
}

/** The session has reached its maximum age and can't be renewed. */
function SessionBanner() {
  const words = common.sessionEnding;
  if (endingAt.value === null) return null;
  return (
    <div class="banner" role="alert">
      <p>{words.text(timeOfDay(endingAt.value))}</p>
      <Button onPress={logOut}>{words.logIn}</Button>
    </div>
  );
}

const OFFERED_BEFORE_MS = 15 * 60_000;
const EXTENSION_HOURS = 1;

/** Early enough for a busy caregiver to react. */
function ShiftBanner() {
  const words = common.shiftEnding;
  const [failure, setFailure] = useState<string>();
  const isEnding = useComputed(
    () => shift.value !== undefined && Date.parse(shift.value.until) - now.value <= OFFERED_BEFORE_MS,
  );
  if (!isEnding.value || shift.value === undefined) return null;
  const extend = async () => {
    const answer = await extendShift(EXTENSION_HOURS);
    setFailure(answer.ok ? undefined : answer.error);
  };
  return (
    <div class="banner" role="status">
      <p>{failure ?? words.text(timeOfDay(shift.value.until))}</p>
      <Button onPress={extend}>{words.extend(EXTENSION_HOURS)}</Button>
    </div>
  );
}
