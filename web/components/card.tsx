import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A section of a page with a heading. */
export function Card({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
