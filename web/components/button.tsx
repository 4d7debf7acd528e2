import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface ButtonProps {
  readonly children: ComponentChildren;
  /** `urgent` for the main action, `quiet` for rare ones, `final` for what cannot be undone: apart from the others. */
  readonly kind?: 'urgent' | 'normal' | 'quiet' | 'final';
  readonly type?: 'button' | 'submit';
  /** Further presses do nothing while its promise is pending. */
  readonly onPress?: () => unknown;
  readonly disabled?: boolean;
  /** Id of an element that tells buttons with the same text apart. */
  readonly describedBy?: string;
  /** The state of a toggle button. */
  readonly pressed?: boolean;
}

export function Button({
  children,
  kind = 'normal',
  type = 'button',
  onPress,
  disabled = false,
  describedBy,
  pressed,
}: ButtonProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy || disabled) return;
    setBusy(true);
    try {
      await onPress?.();
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type={type}
      class={`button ${kind}`}
      aria-disabled={disabled || busy}
      aria-describedby={describedBy}
      aria-pressed={pressed}
      // A submit button leaves the work to the form.
      onClick={type === 'submit' ? undefined : press}
    >
      {children}
    </button>
  );
}
