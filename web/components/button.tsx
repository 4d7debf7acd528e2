import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface ButtonProps {
  readonly children: ComponentChildren;
  /** `urgent` for what brings help, `quiet` for what is seldom wanted. */
  readonly kind?: 'urgent' | 'normal' | 'quiet';
  readonly type?: 'button' | 'submit';
  /** While a promise of it is pending, further presses do nothing. */
  readonly onPress?: () => unknown;
  readonly disabled?: boolean;
  /** More than the text says: of which one, where several look alike. */
  readonly describedBy?: string;
  /** Of a button that stays down. */
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
      // A form's own button leaves the work to the form.
      onClick={type === 'submit' ? undefined : press}
    >
      {children}
    </button>
  );
}
