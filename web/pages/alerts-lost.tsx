import { Button } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { confirmAlertsLost } from '../state/duty.ts';
import { sound, turnOnSound } from '../state/sound.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { timeOfDay } from '../text/words.ts';

/** The session ended on duty. Fills the screen and rings: a board without a session would look calm and show no alerts. */
export function AlertsLost({ since }: { readonly since: number | null }) {
  const words = common.alertsLost;
  return (
    <main class="alerts-lost">
      <div role="alert">
        <Page title={words.title}>
          <p>{since === null ? words.textUnknown : words.text(timeOfDay(since))}</p>
        </Page>
      </div>
      {sound.value === 'locked' && (
        <>
          <p>{board.shift.sound.locked}</p>
          <Button onPress={turnOnSound}>{board.shift.turnOnSound}</Button>
        </>
      )}
      <Button onPress={confirmAlertsLost}>{words.logIn}</Button>
    </main>
  );
}
