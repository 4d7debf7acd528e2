import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called on Escape and on a press outside the dialog. */
  readonly onClose: () => void;
}

/** The browser's dialog element traps the focus, closes on Escape and restores the focus. Open while it is mounted. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  // The event comes later than the close: that of a dialog that is gone would close the one that has taken its place.
  const close = (): void => {
    if (element.current !== null) onClose();
  };
  return (
    <dialog ref={element} class="dialog" aria-labelledby={titleId} onClose={close}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
