import type { ComponentChildren } from 'preact';
import type { Failed } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** A placeholder: the outline of content that is loading, or why it failed. Screen readers read the words. */
export function Loading({
  failure,
  retry,
  children,
}: {
  readonly failure?: Failed | undefined;
  readonly retry?: () => unknown;
  readonly children?: ComponentChildren;
}) {
  if (failure === undefined)
    return (
      <div class="skeleton">
        <p class="unseen">{children ?? common.loading}</p>
      </div>
    );
  return (
    <>
      <Notice kind="error">{failure.error}</Notice>
      {retry && <Button onPress={retry}>{common.retry}</Button>}
    </>
  );
}
