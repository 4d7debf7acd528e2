import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { openCount } from '../state/badge.ts';
import { common } from '../text/en/common.ts';

/**
 * The frame of every page. Sets the document's title and focuses the heading when the page opens, so that screen readers
 * announce the page.
 */
export function Page({
  title,
  isHome = false,
  children,
}: {
  readonly title: string;
  /** The home page's title is the product's name alone. */
  readonly isHome?: boolean;
  readonly children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const open = openCount.value;
  useEffect(() => {
    document.title = common.title(isHome ? null : title, open);
  }, [title, isHome, open]);
  useEffect(() => {
    // Not on the first page load: there the screen reader starts by itself.
    if (opened) heading.current?.focus();
    opened = true;
  }, []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}

let opened = false;
