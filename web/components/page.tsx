import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { openCount } from '../state/badge.ts';
import { common } from '../text/en/common.ts';

/**
 * What every page is in: sets the document's title, and takes the focus to its heading when it opens, so that whoever
 * hears the page instead of seeing it knows where they are.
 */
export function Page({
  title,
  isHome = false,
  children,
}: {
  readonly title: string;
  /** The first page goes by the product's name alone. */
  readonly isHome?: boolean;
  readonly children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const open = openCount.value;
  useEffect(() => {
    document.title = common.title(isHome ? null : title, open);
  }, [title, isHome, open]);
  useEffect(() => {
    // Not on the first page: there the browser itself begins to read.
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
