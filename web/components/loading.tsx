import type { ComponentChildren } from 'preact';
import type { Failed } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** A placeholder: says that the content is loading, or why it failed. */
export function Loading({
  failure,
  retry,
  children,
}: {
  readonly failure?: Failed | undefined;
  readonly retry?: () => unknown;
  readonly children?: ComponentChildren;
}) {
  if (failure === undefined) return <p class="empty">{children ?? common.loading}</p>;
  return (
    <>
      <Notice kind="error">{failure.error}</Notice>
      {retry && <Button onPress={retry}>{common.retry}</Button>}
    </>
  );
}
