import { Dialog } from './dialog.tsx';
import { Once } from './once.tsx';

/** A password or a key that nobody can look up again. */
export function SecretOnce({
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
      <Once text={secret} hint={hint} done={done} onDone={onClose}>
        <p class="secret">
          <code>{secret}</code>
        </p>
      </Once>
    </Dialog>
  );
}
