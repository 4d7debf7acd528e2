import { useEffect } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { limitedUntil } from '../state/limited.ts';
import { common } from '../text/en/common.ts';
import { notFound } from '../text/en/not-found.ts';
import { timeWithSeconds } from '../text/words.ts';

export function NotFound() {
  return (
    <Page title={notFound.title}>
      <p>{notFound.text}</p>
      <p>
        <a href="/">{notFound.home}</a>
      </p>
    </Page>
  );
}

export function Forbidden() {
  return (
    <Page title={notFound.forbidden}>
      <p>{notFound.forbiddenText}</p>
      <p>
        <a href="/">{notFound.home}</a>
      </p>
    </Page>
  );
}

/** The page's script failed to load. */
export function Failed() {
  return (
    <Page title={notFound.failed}>
      <p>{notFound.failedText}</p>
      <Button kind="urgent" onPress={() => location.reload()}>
        {notFound.reload}
      </Button>
    </Page>
  );
}

const RETRY_MS = 5_000;

/** `isLimited`: the service replies, but refuses requests for up to a minute. */
export function Unreachable({
  isLimited,
  retry,
}: {
  readonly isLimited: boolean;
  readonly retry: () => Promise<void>;
}) {
  useEffect(() => {
    const again = setInterval(() => void retry(), RETRY_MS);
    addEventListener('online', retry);
    return () => {
      clearInterval(again);
      removeEventListener('online', retry);
    };
  }, [retry]);
  if (isLimited)
    return (
      <main class="login">
        <Page title={notFound.limited}>
          <p role="status">{common.waiting(timeWithSeconds(limitedUntil.value))}</p>
        </Page>
      </main>
    );
  return (
    <main class="login">
      <Page title={notFound.unreachable}>
        <p class="status offline" role="status">
          <span class="dot" aria-hidden="true" />
          {common.connection.offline}
        </p>
        <p>{notFound.unreachableText}</p>
      </Page>
    </main>
  );
}
