import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { guardPage, leavingTo } from '../state/unsaved.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before unsaved changes are lost by a link, the back button or a closed window. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => (isDirty ? guardPage() : undefined), [isDirty]);
}

/** The browser's own question would stop all scripts of the page, its alerts too, so it is left to the window that closes. */
export function LeaveDialog() {
  const { route } = useLocation();
  const target = leavingTo.value;
  if (target === undefined) return null;
  const stay = (): void => {
    leavingTo.value = undefined;
  };
  const leave = (): void => {
    stay();
    route(target);
  };
  return (
    <Dialog title={common.unsaved.title} onClose={stay}>
      <p>{common.unsaved.text}</p>
      <div class="actions">
        <Button kind="urgent" onPress={stay}>
          {common.unsaved.stay}
        </Button>
        <Button onPress={leave}>{common.unsaved.leave}</Button>
      </div>
    </Dialog>
  );
}
