import type { ComponentChildren } from 'preact';

export const Note = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="wear-note" role="status">
    {children}
  </p>
);

export function Problem({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <section class="wear-problem" role="alert">
      <h2>{title}</h2>
      <p>{hint}</p>
      {children}
    </section>
  );
}

export const BigButton = ({
  kind = 'normal',
  onPress,
  children,
}: {
  readonly kind?: 'normal' | 'help';
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}) => (
  <button type="button" class={`wear-button ${kind}`} onClick={onPress}>
    {children}
  </button>
);
