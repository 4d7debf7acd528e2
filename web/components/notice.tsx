import type { ComponentChildren } from 'preact';

/** A line that something has happened; errors are read out at once, the rest when there is a pause. */
export function Notice({
  kind = 'info',
  children,
}: {
  readonly kind?: 'info' | 'good' | 'warning' | 'error';
  readonly children: ComponentChildren;
}) {
  return (
    <p class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}
