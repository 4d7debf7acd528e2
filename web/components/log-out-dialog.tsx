import { isLoggingOut } from '../state/duty.ts';
import { logOut } from '../state/session.ts';
import { shift } from '../state/shift.ts';
import { common } from '../text/en/common.ts';
import { timeOfDay } from '../text/words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before a logout on duty, which silences this page. */
export function LogOutDialog() {
  const until = shift.value?.until;
  if (!isLoggingOut.value || until === undefined) return null;
  const close = (): void => {
    isLoggingOut.value = false;
  };
  const leave = (): Promise<void> => {
    close();
    return logOut();
  };
  return (
    <Dialog title={common.logOutOnDuty.title} onClose={close}>
      <p>{common.logOutOnDuty.text(timeOfDay(until))}</p>
      <div class="actions">
        <Button kind="urgent" onPress={leave}>
          {common.navigation.logOut}
        </Button>
        <Button onPress={close}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}
