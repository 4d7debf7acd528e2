import { Dialog } from './dialog.tsx';
import { ShownOnce } from './shown-once.tsx';

/** Shows a password or a key that can't be looked up again. */
export function SecretDialog({
  title,
  secret,
  hint,
  done,
  onClose,
}: {
  readonly title: string;
  readonly secret: string;
  readonly hint: string;
  readonly done: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ShownOnce text={secret} hint={hint} done={done} onDone={onClose}>
        <p class="secret">
          <code>{secret}</code>
        </p>
      </ShownOnce>
    </Dialog>
  );
}
